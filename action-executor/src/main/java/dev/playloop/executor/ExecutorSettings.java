package dev.playloop.executor;

import dev.playloop.schemas.Require;
import java.time.Clock;
import java.time.Duration;

/// How an executor works. `maxInFlight` bounds the actions in hand per world; `restAfterOutage` is
/// how long a world that can't be reached is left alone before it is asked again; `longestNotAfter`
/// bounds how far ahead an action of a ledger world may be valid, because outcomes are kept in
/// memory three times as long.
public record ExecutorSettings(
    Clock clock, int maxInFlight, Duration restAfterOutage, Duration longestNotAfter) {
  public ExecutorSettings {
    Require.range("executor.maxInFlight", maxInFlight, 1, 100_000);
    Require.range("executor.restAfterOutage", restAfterOutage.toMillis(), 10, 5_000);
    Require.range("executor.longestNotAfter", longestNotAfter.toSeconds(), 1, 86_400);
  }

  /// What fits a single machine and a cluster alike.
  public static ExecutorSettings standard() {
    return new ExecutorSettings(
        Clock.systemUTC(), 4_000, Duration.ofSeconds(1), Duration.ofHours(1));
  }

  public ExecutorSettings withClock(Clock other) {
    return new ExecutorSettings(other, maxInFlight, restAfterOutage, longestNotAfter);
  }

  /// How long an outcome is remembered after it was written.
  Duration memory() {
    return longestNotAfter.multipliedBy(3);
  }
}
