package dev.playloop.projector.proof;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// How much time may go into looks for keys that are not known: a tenth of all time, and after a
/// while without any two looks at once. Whoever makes up key ids, as many as they like, delays the
/// others by no more than that. Safe for all threads.
final class LookBudget {
  private static final int ONE_IN = 10;

  private final long most;
  private final LongSupplier nanos;
  private final ReentrantLock lock = new ReentrantLock();
  private long left;
  private long last;

  /// Two looks at a broker that does not answer, each as long as `look`, or dozens at one that
  /// does.
  LookBudget(Duration look, LongSupplier nanos) {
    this.most = look.multipliedBy(2).toNanos();
    this.left = this.most;
    this.nanos = nanos;
    this.last = nanos.getAsLong();
  }

  /// Whether there is any left.
  boolean allows() {
    lock.lock();
    try {
      long now = nanos.getAsLong();
      left = Math.min(most, left + (now - last) / ONE_IN);
      last = now;
      return left > 0;
    } finally {
      lock.unlock();
    }
  }

  /// A look took so long.
  void took(long tookNanos) {
    lock.lock();
    try {
      left -= tookNanos;
    } finally {
      lock.unlock();
    }
  }
}
