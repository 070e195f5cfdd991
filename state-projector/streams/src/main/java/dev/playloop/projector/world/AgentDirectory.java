package dev.playloop.projector.world;

import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.worlds.model.World;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// Who is in which scene: the agents by their home scenes, kept in memory. Written by the thread of
/// the global table `agents`, which reads the whole table at each start; read by all stream
/// threads. As large as the table.
final class AgentDirectory {
  private final Map<String, World> worlds;
  private final Map<AgentId, Resident> residents = new ConcurrentHashMap<>();
  private final Map<Place, SortedMap<AgentId, Resident>> scenes = new ConcurrentHashMap<>();

  /// Each agent once, those that left too, under the number of its last change.
  private final ConcurrentSkipListMap<Long, Resident> changes = new ConcurrentSkipListMap<>();

  private long lastChange;

  AgentDirectory(Map<String, World> worlds) {
    this.worlds = Map.copyOf(worlds);
  }

  /// A scene of a world; two worlds may name their scenes alike.
  record Place(String world, SceneId scene) {}

  /// An agent, the scene its actor is in, and the number of the change that brought it here.
  /// `config` is null once the agent is gone.
  record Resident(AgentId agent, @Nullable AgentConfig config, Place place, long change) {}

  /// Takes a config in; null takes the agent out. An agent of a world that is not served here stays
  /// out.
  synchronized void put(AgentId agent, @Nullable AgentConfig config) {
    World world = worlds.get(agent.world());
    if (world == null) {
      return;
    }
    Resident old = residents.get(agent);
    Place place;
    if (config != null) { // first of all: it is a world's code, and may throw
      place = new Place(world.name(), world.perspective().homeScene(config.actor()));
    } else if (old != null) {
      place = old.place();
    } else {
      return;
    }
    if (old != null) {
      changes.remove(old.change());
      scenes.computeIfPresent(old.place(), (ignored, there) -> without(there, agent));
    }
    Resident now = new Resident(agent, config, place, ++lastChange);
    residents.put(agent, now);
    changes.put(now.change(), now);
    if (config != null) {
      scenes.compute(place, (ignored, there) -> with(there, now));
    }
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
