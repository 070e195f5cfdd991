package dev.playloop.launcher.cli.options;

import dev.playloop.launcher.watch.Paint;
import dev.playloop.launcher.watch.StepPrinter;
import dev.playloop.launcher.watch.StoryText;
import dev.playloop.operator.Step;
import dev.playloop.operator.Told;
import dev.playloop.schemas.json.Json;
import java.io.PrintWriter;
import java.util.function.Consumer;

/// How values come to standard output: in colours where it is a terminal that takes them, which the
/// script tells.
public final class Output {
  private Output() {}

  /// Tells a story to `out`: as text, or for programs, one JSON object a line.
  public static Consumer<Told> story(PrintWriter out, boolean json) {
    return json ? told -> line(out, told) : new StoryText(out, paint());
  }

  /// Tells steps to `out`: as lines, or for programs, one JSON object a line.
  public static Consumer<Step> steps(PrintWriter out, boolean json) {
    StepPrinter printer = new StepPrinter(out, paint());
    return json ? step -> line(out, step) : printer::print;
  }

  private static void line(PrintWriter out, Object value) {
    out.println(Json.text(value));
    out.flush();
  }

  public static Paint paint() {
    return new Paint(Boolean.getBoolean("playloop.color"));
  }
}
