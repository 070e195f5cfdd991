package dev.playloop.proving.fuzz.surface;

import dev.playloop.launcher.cli.Playloop;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/// The `playloop` command, executed in this process as often as it is asked: to make it takes more
/// than most of what it is made for. One thread.
final class InProcess {
  private final CommandLine line = Playloop.commandLine();

  /// @param code with which the process would have ended
  /// @param said on standard error
  record Ended(int code, String said) {
    String firstLine(String otherwise) {
      return said.lines().findFirst().orElse(otherwise);
    }
  }

  /// Takes one input.
  interface Use {
    void take(InProcess command, int lane, long number);
  }

  /// A command for each lane.
  static List<InProcess> of(int lanes) {
    return Stream.generate(InProcess::new).limit(lanes).toList();
  }

  /// As [Lanes#run], with a command of each lane's own.
  static void run(List<InProcess> lanes, long first, int count, Use use)
      throws InterruptedException {
    Lanes.run(
        lanes.size(), first, count, lane -> number -> use.take(lanes.get(lane), lane, number));
  }

  Ended execute(String... words) {
    StringWriter err = new StringWriter();
    line.setOut(new PrintWriter(new StringWriter()));
    line.setErr(new PrintWriter(err));
    return new Ended(line.execute(words), err.toString());
  }
}
