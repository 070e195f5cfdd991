package dev.playloop.reasoner.route;

import dev.playloop.testkit.TurnedClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Time that only moves when told, and when something pauses.
final class HandTime implements Time {
  static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

  final List<Duration> pauses = new ArrayList<>();
  private final TurnedClock clock = TurnedClock.at(START);

  void advance(Duration by) {
    clock.turn(by);
  }

  @Override
  public Clock clock() {
    return clock;
  }

  @Override
  public void pause(Duration length) {
    pauses.add(length);
    advance(length);
  }
}
