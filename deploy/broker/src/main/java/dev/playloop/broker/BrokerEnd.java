package dev.playloop.broker;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.utils.Exit;

/// What is said when the broker can't go on. Kafka then ends the process by itself, on whatever
/// thread it noticed, and without a word to the person at the terminal: this says one line first.
/// What else the process holds must end by itself, as embedded databases do. One a JVM.
final class BrokerEnd {
  /// Less than a new segment's indexes take.
  private static final long FULL_BYTES = 4L * 1024 * 1024;

  private final Path dir;
  private final PrintStream err;
  private volatile boolean started;

  private BrokerEnd(Path dir, PrintStream err) {
    this.dir = dir;
    this.err = err;
  }

  /// From now on; see [#started()].
  static BrokerEnd watch(Path dir) {
    BrokerEnd end = new BrokerEnd(dir, System.err);
    Exit.setHaltProcedure((_, _) -> end.end());
    Exit.setExitProcedure((_, _) -> end.end());
    return end;
  }

  /// What ends from now on has worked before.
  void started() {
    started = true;
  }

  /// Kafka counts on this not to return.
  private void end() {
    err.println("playloop: " + why(dir));
    err.println(
        "Next: "
            + (isFull(dir) ? "free some space" : "read the log")
            + ", and start again;"
            + " nothing that was accepted is lost.");
    err.flush();
    Runtime.getRuntime().halt(started ? 1 : 3);
  }

  static String why(Path dir) {
    return isFull(dir)
        ? "the disk of " + dir + " is full"
        : "the Kafka broker in " + dir + " can't go on";
  }

  static boolean isFull(Path dir) {
    try {
      return Files.getFileStore(dir).getUsableSpace() < FULL_BYTES;
    } catch (IOException e) {
      return false;
    }
  }
}
