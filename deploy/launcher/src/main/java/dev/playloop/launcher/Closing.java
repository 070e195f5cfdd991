package dev.playloop.launcher;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What was opened, closed in reverse order. One part that fails to close does not keep the others
/// open. Safe for all threads.
public final class Closing implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  private final Deque<Runnable> parts = new ArrayDeque<>();

  /// Remembers how to close `part`, and returns it.
  public synchronized <T> T add(T part, Consumer<? super T> close) {
    parts.push(() -> close.accept(part));
    return part;
  }

  /// Closes undisturbed: a thread that was interrupted, such as by Ctrl-C, still waits for its
  /// parts, and is interrupted again afterwards.
  @Override
  public synchronized void close() {
    boolean interrupted = Thread.interrupted();
    while (!parts.isEmpty()) {
      try {
        parts.pop().run();
      } catch (RuntimeException e) {
        // The parts below must be closed all the same.
        LOG.warn("a part did not close cleanly", e);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
