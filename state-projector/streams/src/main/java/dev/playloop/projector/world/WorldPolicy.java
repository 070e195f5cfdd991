package dev.playloop.projector.world;

import java.time.Duration;

/// How often views are written: at most one every `viewEvery` an agent, looked at every `tick`.
public record WorldPolicy(Duration viewEvery, Duration tick) {
  public static final WorldPolicy DEFAULT =
      new WorldPolicy(Duration.ofMillis(100), Duration.ofMillis(20));
}
