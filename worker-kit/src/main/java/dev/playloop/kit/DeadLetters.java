package dev.playloop.kit;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/// Reads the topic `dead-letters` and sends letters back. Used from one thread.
public final class DeadLetters implements AutoCloseable {
  /// What became of one letter: sent back, or why not.
  public record Redriven(DeadLetter letter, boolean sent, String reason) {}

  private DeadLetters() {}

  public static DeadLetters open(KafkaSettings kafka) {
    throw new UnsupportedOperationException("lands shortly");
  }

  /// At most `max` letters, newest first.
  public List<DeadLetter> list(int max, Duration timeout) {
    throw new UnsupportedOperationException("lands shortly");
  }

  /// Sends original key and value to the original topic and partition again. `allowed` refuses what
  /// must not be done any more (past its `notAfter`).
  public List<Redriven> redrive(List<DeadLetter> letters, Predicate<DeadLetter> allowed) {
    throw new UnsupportedOperationException("lands shortly");
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException("lands shortly");
  }
}
