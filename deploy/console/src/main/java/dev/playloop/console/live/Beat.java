package dev.playloop.console.live;

import java.time.Duration;

/// Wakes those who wait for something new. Safe for all threads.
public final class Beat {
  private long count;
  private boolean over;

  /// Something came.
  public synchronized void came() {
    count++;
    notifyAll();
  }

  /// Nothing comes any more, and nobody waits.
  public synchronized void end() {
    over = true;
    notifyAll();
  }

  synchronized boolean isOver() {
    return over;
  }

  synchronized long count() {
    return count;
  }

  /// Waits until something came since the count was `seen`, for at most so long; returns the count.
  synchronized long after(long seen, Duration most) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    while (count == seen && !over) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        break;
      }
      wait(left);
    }
    return count;
  }
}
