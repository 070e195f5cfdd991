package dev.playloop.worlds.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// Ends a server when this process is gone, in whatever way: a shell waits at a pipe that only this
/// process holds, and the pipe ends with it. Stops nothing itself when it is closed; closed after
/// the server, by whoever started it.
final class ParentWatch implements AutoCloseable {
  /// Looks once more whether the number still means that server: it may have ended long ago.
  private static final String SCRIPT =
      "trap '' INT TERM HUP; read -r _;"
          + " [ \"$(head -n 1 \"$2\" 2>/dev/null)\" = \"$1\" ] && kill -INT \"$1\"";

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

  private final Process shell;
  private final Optional<ProcessHandle> server;
  private final Path pidFile;

  private ParentWatch(Process shell, long pid, Path pidFile) {
    this.shell = shell;
    this.server = ProcessHandle.of(pid);
    this.pidFile = pidFile;
  }

  /// `pidFile` is the one that the server removes when it ends.
  static ParentWatch over(long pid, Path pidFile) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh", "-c", SCRIPT, "playloop-watch", String.valueOf(pid), pidFile.toString());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    return new ParentWatch(builder.start(), pid, pidFile);
  }

  /// Waits until the server that was stopped writes nothing more; false where it does not end. Its
  /// file goes last. One that was killed leaves it, and is a zombie where nobody reaps it: that has
  /// no program any more.
  boolean awaitEnd(Duration timeout) {
    long end = System.nanoTime() + timeout.toNanos();
    while (Files.exists(pidFile) && server.filter(ParentWatch::runs).isPresent()) {
      if (System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
    return true;
  }

  private static boolean runs(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }

  @Override
  public void close() {
    shell.destroyForcibly();
  }
}
