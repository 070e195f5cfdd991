package dev.playloop.launcher.cli;

import dev.playloop.launcher.watch.Paint;
import dev.playloop.launcher.watch.StoryText;
import dev.playloop.operator.Told;
import dev.playloop.schemas.json.Json;
import java.io.PrintWriter;
import java.util.function.Consumer;

/// How values come to standard output: in colours where it is a terminal that takes them, which the
/// script tells.
final class Output {
  private Output() {}

  /// Tells a story to `out`: as text, or for programs, one JSON object a line.
  static Consumer<Told> story(PrintWriter out, boolean json) {
    return json ? told -> line(out, told) : new StoryText(out, paint());
  }

  private static void line(PrintWriter out, Object value) {
    out.println(Json.text(value));
    out.flush();
  }

  static Paint paint() {
    return new Paint(Boolean.getBoolean("playloop.color"));
  }
}
