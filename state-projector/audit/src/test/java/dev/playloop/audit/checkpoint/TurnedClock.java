package dev.playloop.audit.checkpoint;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// A clock that is an interval later each time that it is looked at.
final class TurnedClock extends Clock {
  Instant now = Instant.parse("2026-11-22T00:00:00Z");
  Duration step;

  TurnedClock(Duration step) {
    this.step = step;
  }

  @Override
  public Instant instant() {
    now = now.plus(step);
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
