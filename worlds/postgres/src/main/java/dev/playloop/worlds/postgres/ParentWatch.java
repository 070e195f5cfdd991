package dev.playloop.worlds.postgres;

import java.io.IOException;
import java.nio.file.Path;

/// Ends a server when this process is gone, in whatever way: a shell waits at a pipe that only this
/// process holds, and the pipe ends with it. Stops nothing itself when it is closed; closed after
/// the server, by whoever started it.
final class ParentWatch implements AutoCloseable {
  /// Looks once more whether the number still means that server: it may have ended long ago.
  private static final String SCRIPT =
      "trap '' INT TERM HUP; read -r _;"
          + " [ \"$(head -n 1 \"$2\" 2>/dev/null)\" = \"$1\" ] && kill -INT \"$1\"";

  private final Process shell;

  private ParentWatch(Process shell) {
    this.shell = shell;
  }

  /// `pidFile` is the one that the server removes when it ends.
  static ParentWatch over(long pid, Path pidFile) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh", "-c", SCRIPT, "playloop-watch", String.valueOf(pid), pidFile.toString());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    return new ParentWatch(builder.start());
  }

  @Override
  public void close() {
    shell.destroyForcibly();
  }
}
