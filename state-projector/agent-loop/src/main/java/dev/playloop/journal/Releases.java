package dev.playloop.journal;

import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.worlds.model.World;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What each agent's inputs are folded by: the fold of this build with the tools of the agent's own
/// world, so that a world that is added or changed leaves the journals of all others as they are.
/// Immutable.
public final class Releases {
  private final Map<String, FoldRelease> worlds;
  private final FoldRelease none;

  private Releases(Map<String, FoldRelease> worlds, FoldRelease none) {
    this.worlds = worlds;
    this.none = none;
  }

  public static Releases of(LoopPolicy policy, List<World> worlds) {
    Map<String, FoldRelease> each = new TreeMap<>();
    worlds.forEach(world -> each.put(world.name(), FoldRelease.of(policy, List.of(world))));
    return new Releases(each, FoldRelease.of(policy, List.of()));
  }

  /// The same for every agent.
  public static Releases only(FoldRelease release) {
    return new Releases(Map.of(), release);
  }

  public FoldRelease of(AgentId agent) {
    return of(agent.world());
  }

  /// Of the agents of this world; for one that isn't installed, of agents that have no world.
  public FoldRelease of(String world) {
    return worlds.getOrDefault(world, none);
  }
}
