package dev.playloop.executor;

import dev.playloop.schemas.event.Action;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The ways to the worlds of one group, each with a gate of its own: that one is away is nothing to
/// the others. For all threads.
final class WorldGates {
  private final Clock clock;
  private final Duration rest;
  private final Map<String, WorldGate> gates = new ConcurrentHashMap<>();

  WorldGates(Clock clock, Duration rest) {
    this.clock = clock;
    this.rest = rest;
  }

  /// The way to the world that an action is for; this must be one of the group.
  WorldGate of(Action action) {
    return gates.computeIfAbsent(
        action.agent().world(), world -> new WorldGate(world, clock, rest));
  }
}
