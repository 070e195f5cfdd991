package dev.playloop.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Time, and waiting for it. Tests put another one in its place. */
class Clock {
  final ReentrantLock lock = new ReentrantLock();
  final Condition changed = lock.newCondition();

  /** Milliseconds that only grow. */
  double now() {
    return System.nanoTime() / 1e6;
  }

  /** Milliseconds since 1970. */
  long wall() {
    return System.currentTimeMillis();
  }

  /** Until then, or until somebody wakes; infinite: until somebody wakes. With the lock held. */
  void await(double until) throws InterruptedException {
    if (Double.isInfinite(until)) {
      changed.await();
    } else {
      long ignored =
          changed.awaitNanos(TimeUnit.MICROSECONDS.toNanos((long) ((until - now()) * 1000)));
    }
  }

  /** With the lock held. */
  void wake() {
    changed.signalAll();
  }
}
