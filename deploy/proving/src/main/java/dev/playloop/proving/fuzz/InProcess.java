package dev.playloop.proving.fuzz;

import dev.playloop.local.cli.Playloop;
import java.io.PrintWriter;
import java.io.StringWriter;
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

  /// As [Lanes#run], with a command of each lane's own.
  static void run(int lanes, long first, int count, Use use) throws InterruptedException {
    Lanes.run(
        lanes,
        first,
        count,
        lane -> {
          InProcess command = new InProcess();
          return number -> use.take(command, lane, number);
        });
  }

  Ended execute(String... words) {
    StringWriter err = new StringWriter();
    line.setOut(new PrintWriter(new StringWriter()));
    line.setErr(new PrintWriter(err));
    return new Ended(line.execute(words), err.toString());
  }
}
