package dev.playloop.worlds.chain.lane;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Time, and the passing of it.
public interface LaneClock {
  Instant now();

  /// Returns when so much time has passed.
  void pause(Duration time) throws InterruptedException;

  /// The given time, and real pauses.
  static LaneClock of(InstantSource source) {
    return new LaneClock() {
      @Override
      public Instant now() {
        return source.instant();
      }

      @Override
      public void pause(Duration time) throws InterruptedException {
        Thread.sleep(time);
      }
    };
  }
}
