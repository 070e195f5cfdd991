package dev.playloop.local;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What was opened, closed in reverse order. One part that fails to close does not keep the others
/// open. Used by one thread at a time.
final class Closing implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  synchronized <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  @Override
  public synchronized void close() {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        // AutoCloseable allows any exception; the parts below must be closed all the same.
        LOG.warn("a part did not close cleanly: {}", part.getClass().getSimpleName(), e);
      }
    }
  }
}
