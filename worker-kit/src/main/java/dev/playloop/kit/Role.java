package dev.playloop.kit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A role that was started: what its process or its system watches, waits for and closes. Any
/// thread may ask; one closes it, once.
public interface Role extends AutoCloseable {
  /// Waits until it does its work. False where `timeout` passed before that, or it has ended.
  boolean awaitReady(Duration timeout) throws InterruptedException;

  /// Why it does not do all of its work right now, in words for the operator; null where it does.
  @Nullable String problem();

  /// False where it has stopped for good: only a new process mends that.
  boolean isAlive();

  /// Ends it in order; what it was given to use stays its owner's, where its start does not say
  /// otherwise.
  @Override
  void close();
}
