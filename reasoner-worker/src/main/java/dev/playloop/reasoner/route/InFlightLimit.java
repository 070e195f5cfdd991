package dev.playloop.reasoner.route;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// How many calls of a candidate may be in flight; first come, first served. The limit follows the
/// route, which may change while calls run. Thread-safe.
final class InFlightLimit {
  private static final class Resizable extends Semaphore {
    private static final long serialVersionUID = 1L;

    Resizable(int permits) {
      super(permits, true);
    }

    void shrink(int by) {
      reducePermits(by);
    }
  }

  private final Resizable free;
  private int size;

  InFlightLimit(int size) {
    this.free = new Resizable(size);
    this.size = size;
  }

  /// Takes a place, at most after `wait`. The caller gives it back by [#release].
  boolean acquire(int wantedSize, Duration wait) throws InterruptedException {
    resize(wantedSize);
    return free.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS);
  }

  void release() {
    free.release();
  }

  private synchronized void resize(int wanted) {
    if (wanted > size) {
      free.release(wanted - size);
    } else if (wanted < size) {
      free.shrink(size - wanted);
    }
    size = wanted;
  }
}
