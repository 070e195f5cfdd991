package dev.playloop.kit;

import java.time.Clock;
import java.time.Duration;

/// The machine's clock as this process sees it. The system property `playloop.clock.offset.millis`
/// moves it, so that tests can run workers whose clocks differ. Immutable.
public final class WallClock {
  public static final String PROPERTY = "playloop.clock.offset.millis";

  private static final long OFFSET_MILLIS = Long.getLong(PROPERTY, 0L);

  private WallClock() {}

  /// In UTC.
  public static Clock system() {
    return OFFSET_MILLIS == 0
        ? Clock.systemUTC()
        : Clock.offset(Clock.systemUTC(), Duration.ofMillis(OFFSET_MILLIS));
  }

  /// What is added to the machine's time.
  public static long offsetMillis() {
    return OFFSET_MILLIS;
  }
}
