package dev.playloop.kit;

import java.time.Duration;

/// Runs a [Handler] over the partitions of one input topic that this process owns.
public final class Worker<K, V> implements AutoCloseable {
  private Worker() {}

  /// Starts without blocking; assignment follows.
  public static <K, V> Worker<K, V> start(WorkerSettings<K, V> settings, Handler<K, V> handler) {
    throw new UnsupportedOperationException("lands shortly");
  }

  /// Waits until the group has given this worker its share (which may be no partition) and each of
  /// them is ready. False when `timeout` passed before that.
  public boolean awaitAssigned(Duration timeout) throws InterruptedException {
    throw new UnsupportedOperationException("lands shortly");
  }

  /// True while this worker is in its group and every partition it owns is ready.
  public boolean isReady() {
    throw new UnsupportedOperationException("lands shortly");
  }

  /// False once closed, or stopped by an error that no retry mends (it was logged).
  public boolean isRunning() {
    throw new UnsupportedOperationException("lands shortly");
  }

  public WorkerStats stats() {
    throw new UnsupportedOperationException("lands shortly");
  }

  /// Gives the partitions back: calls in flight get the revoke wait, what finished is committed.
  @Override
  public void close() {
    throw new UnsupportedOperationException("lands shortly");
  }
}
