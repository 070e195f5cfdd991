package dev.playloop.ingest;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;

/// A time that a test turns by hand.
final class HandClock implements InstantSource {
  Instant now;

  HandClock(Instant now) {
    this.now = now;
  }

  @Override
  public Instant instant() {
    return now;
  }

  Clock clock() {
    return withZone(ZoneOffset.UTC);
  }
}
