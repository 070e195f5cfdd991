package dev.playloop.reasoner.route;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/// Time that only moves when told, and when something pauses.
final class HandTime implements Time {
  static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

  final List<Duration> pauses = new ArrayList<>();
  private volatile Instant now = START;

  void advance(Duration by) {
    now = now.plus(by);
  }

  @Override
  public Clock clock() {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return now;
      }
    };
  }

  @Override
  public void pause(Duration length) {
    pauses.add(length);
    advance(length);
  }
}
