package dev.playloop.projector.world;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.view.ActorScene;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/// Who is in which scene: the agents by the scenes of their actors, which are their home scenes
/// until an event says otherwise. Kept in memory; written by the thread of the global tables, which
/// reads them whole at each start; read by all stream threads. As large as the tables.
final class AgentDirectory {
  private final Worlds worlds;
  private final Map<AgentId, Resident> residents = new ConcurrentHashMap<>();
  private final Map<Place, SortedMap<AgentId, Resident>> scenes = new ConcurrentHashMap<>();

  /// The agents of each actor.
  private final Map<Actor, SortedSet<AgentId>> actors = new ConcurrentHashMap<>();

  /// Where actors are that are not at home.
  private final Map<Actor, ActorScene> moved = new ConcurrentHashMap<>();

  /// Each agent once, those that left too, under the number of its last change.
  private final ConcurrentSkipListMap<Long, Resident> changes = new ConcurrentSkipListMap<>();

  private long lastChange;

  AgentDirectory(Worlds worlds) {
    this.worlds = worlds;
  }

  /// A scene of a world; two worlds may name their scenes alike.
  record Place(String world, SceneId scene) {}

  private record Actor(String world, String name) {}

  /// An agent, the scene its actor is in, and the number of the change that brought it here.
  /// `config` is null once the agent is gone.
  record Resident(AgentId agent, @Nullable AgentConfig config, Place place, long change) {}

  /// Takes a config in; null takes the agent out. An agent of a world that is not served here stays
  /// out.
  synchronized void put(AgentId agent, @Nullable AgentConfig config) {
    World world = worlds.knows(agent.world()) ? worlds.current(agent.world()).world() : null;
    if (world == null) {
      return;
    }
    Resident old = residents.get(agent);
    Place place;
    if (config != null) { // first of all: it is a world's code, and may throw
      place = new Place(world.name(), sceneOf(world, config.actor()));
    } else if (old != null) {
      place = old.place();
    } else {
      return;
    }
    if (old != null) {
      changes.remove(old.change());
      scenes.computeIfPresent(old.place(), (ignored, there) -> without(there, agent));
      forget(old);
    }
    Resident now = new Resident(agent, config, place, ++lastChange);
    residents.put(agent, now);
    changes.put(now.change(), now);
    if (config != null) {
      scenes.compute(place, (ignored, there) -> with(there, now));
      actors
          .computeIfAbsent(
              new Actor(world.name(), config.actor()), _ -> new ConcurrentSkipListSet<>())
          .add(agent);
    }
  }

  private void forget(Resident old) {
    if (old.config() != null) {
      Actor actor = new Actor(old.place().world(), old.config().actor());
      actors.computeIfPresent(
          actor,
          (ignored, agents) -> {
            agents.remove(old.agent());
            return agents.isEmpty() ? null : agents;
          });
    }
  }

  private SceneId sceneOf(World world, String actor) {
    ActorScene elsewhere = moved.get(new Actor(world.name(), actor));
    return elsewhere == null ? world.perspective().homeScene(actor) : elsewhere.scene();
  }

  /// An actor is in another scene: its agents are with it.
  synchronized void moved(ActorScene to) {
    Actor actor = new Actor(to.world(), to.actor());
    moved.put(actor, to);
    for (AgentId agent : List.copyOf(actors.getOrDefault(actor, new ConcurrentSkipListSet<>()))) {
      Resident resident = residents.get(agent);
      if (resident != null) {
        put(agent, resident.config());
      }
    }
  }

  /// Whether any agent acts as this actor.
  boolean knows(String world, String actor) {
    return actors.containsKey(new Actor(world, actor));
  }

  /// Whether the agent's actor has left its home scene.
  boolean hasMoved(Resident resident) {
    return resident.config() != null
        && moved.containsKey(new Actor(resident.place().world(), resident.config().actor()));
  }

  /// The agent as last known, also when it is gone; null where it was never there.
  @Nullable Resident resident(AgentId agent) {
    return residents.get(agent);
  }

  /// The agents in a scene, in the order of their ids.
  List<Resident> in(Place place) {
    SortedMap<AgentId, Resident> there = scenes.get(place);
    return there == null ? List.of() : List.copyOf(there.values());
  }

  /// The agents that changed after the change with this number, oldest first.
  Iterable<Resident> changedAfter(long change) {
    return changes.tailMap(change, false).values();
  }

  private static SortedMap<AgentId, Resident> with(
      @Nullable SortedMap<AgentId, Resident> there, Resident resident) {
    SortedMap<AgentId, Resident> next = there == null ? new TreeMap<>() : new TreeMap<>(there);
    next.put(resident.agent(), resident);
    return next;
  }

  private static @Nullable SortedMap<AgentId, Resident> without(
      SortedMap<AgentId, Resident> there, AgentId agent) {
    SortedMap<AgentId, Resident> next = new TreeMap<>(there);
    next.remove(agent);
    return next.isEmpty() ? null : next;
  }
}
