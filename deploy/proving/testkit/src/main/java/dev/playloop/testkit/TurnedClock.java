package dev.playloop.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// A clock that a test turns, in UTC. One thread turns it; any may look.
public final class TurnedClock extends Clock {
  private volatile Instant now;
  private volatile Duration step = Duration.ZERO;

  private TurnedClock(Instant now) {
    this.now = now;
  }

  /// It stands there until it is turned.
  public static TurnedClock at(Instant now) {
    return new TurnedClock(now);
  }

  /// From now on it is that much later each time that it is looked at, by one thread.
  public TurnedClock stepping(Duration each) {
    step = each;
    return this;
  }

  /// Takes it further.
  public void turn(Duration by) {
    now = now.plus(by);
  }

  @Override
  public Instant instant() {
    Duration each = step;
    if (!each.isZero()) {
      turn(each);
    }
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
