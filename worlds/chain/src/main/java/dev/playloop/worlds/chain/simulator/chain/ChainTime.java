package dev.playloop.worlds.chain.simulator.chain;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/// The chain's time: a clock, and what was added to it. Under the chain's lock.
final class ChainTime {
  private final Clock clock;
  private Duration ahead = Duration.ZERO;

  ChainTime(Clock clock) {
    this.clock = clock;
  }

  /// Seconds since 1970.
  long now() {
    return clock.instant().plus(ahead).getEpochSecond();
  }

  /// By the clock alone.
  Instant clock() {
    return clock.instant();
  }

  void add(Duration more) {
    ahead = ahead.plus(more);
  }

  void set(long second) {
    ahead = ahead.plusSeconds(second - now());
  }
}
