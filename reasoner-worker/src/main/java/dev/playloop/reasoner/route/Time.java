package dev.playloop.reasoner.route;

import dev.playloop.kit.WallClock;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// The clock and the pauses between attempts; tests turn both by hand.
public interface Time {
  Clock clock();

  /// Waits. An interrupt ends the wait.
  void pause(Duration length) throws InterruptedException;

  static Time system() {
    return new Time() {
      @Override
      public Clock clock() {
        return WallClock.system();
      }

      @Override
      public void pause(Duration length) throws InterruptedException {
        // A permit that nobody ever gives: a wait that is no busy loop and ends when interrupted.
        boolean never = new Semaphore(0).tryAcquire(length.toNanos(), TimeUnit.NANOSECONDS);
        assert !never;
      }
    };
  }
}
