package dev.playloop.launcher.audit;

import dev.playloop.kit.WallClock;
import java.time.Clock;
import java.time.Duration;

/// The times of an erasure.
///
/// @param patience how long consumers that are behind are waited for
/// @param pause how time is let pass that nothing can shorten
record Timing(Clock clock, Duration patience, Pause pause) {
  static final Timing SYSTEM =
      new Timing(WallClock.system(), Duration.ofSeconds(30), Thread::sleep);

  interface Pause {
    void pause(Duration time) throws InterruptedException;
  }
}
