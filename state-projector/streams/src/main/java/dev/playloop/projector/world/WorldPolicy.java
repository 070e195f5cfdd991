package dev.playloop.projector.world;

import java.time.Duration;

/// How often views are derived.
///
/// @param viewEvery how far apart those of one agent are at least, while it is attended
/// @param idleEvery the same while it is not
/// @param attention how long an agent is attended at most behind the last input of its run, beside
///   the time that its world lets a turn wait for a view
/// @param tick how often it is looked whose turn it is
public record WorldPolicy(
    Duration viewEvery, Duration idleEvery, Duration attention, Duration tick) {
  public static final WorldPolicy DEFAULT =
      new WorldPolicy(
          Duration.ofMillis(100),
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          Duration.ofMillis(20));
}
