package dev.playloop.projector.world;

import dev.playloop.projector.steady.Guard;
import dev.playloop.projector.world.AgentDirectory.Place;
import dev.playloop.projector.world.AgentDirectory.Resident;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Which views have to be written, and when: at once after a quiet time, else so that an agent gets
/// at most one every `every`. What was written last is kept as a hash in `written`, so that a
/// restart writes only what it missed. Owned by the task's thread.
final class Views {
  private static final Logger LOG = LoggerFactory.getLogger(Views.class);
  private static final int MAX_BATCH = 500;

  private final KeyValueStore<String, String> written;
  private final Worlds worlds;
  private final Scenes scenes;
  private final Duration every;
  private final int maxBytes;
  private final Guard guard;

  /// Agents whose view may have changed, with the trace of the event that did it.
  private final LinkedHashMap<AgentId, Cause> dirty = new LinkedHashMap<>();

  /// When an agent's view was written, oldest first; forgotten after `every`.
  private final LinkedHashMap<AgentId, Instant> recent = new LinkedHashMap<>();

  /// How often an agent's view is written at most, and how large a record it may be.
  record Bounds(Duration every, int bytes) {}

  Views(
      KeyValueStore<String, String> written,
      Worlds worlds,
      Scenes scenes,
      Bounds bounds,
      Guard guard) {
    this.written = written;
    this.worlds = worlds;
    this.scenes = scenes;
    this.every = bounds.every();
    this.maxBytes = bounds.bytes();
    this.guard = guard;
  }

  /// Somebody who looks; `moved` where it is not at home.
  private record Looking(Resident resident, boolean moved, @Nullable String trace) {}

  private record Cause(@Nullable String trace) {}

  /// A view to write; `value` null takes the agent's view away.
  @SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
  record Due(AgentId agent, byte @Nullable [] value, @Nullable String trace) {}

  void touch(AgentId agent, @Nullable String trace) {
    dirty.put(agent, new Cause(trace));
  }

  /// The agent's actor is in no scene of this task any more; another task writes its view now.
  void left(AgentId agent) {
    dirty.remove(agent);
    if (written.get(agent.value()) != null) {
      written.delete(agent.value());
    }
  }

  /// The views that may be written now and differ from what was written last; at most 500.
  ///
  /// @param ours whether a scene is one of this task's
  List<Due> due(AgentDirectory directory, Predicate<Place> ours, Instant now) {
    forget(now);
    List<Due> due = new ArrayList<>();
    Iterator<Map.Entry<AgentId, Cause>> candidates = dirty.entrySet().iterator();
    for (int examined = 0; candidates.hasNext() && examined < MAX_BATCH; examined++) {
      Map.Entry<AgentId, Cause> candidate = candidates.next();
      AgentId agent = candidate.getKey();
      if (recent.containsKey(agent)) {
        continue; // too early; it stays dirty
      }
      candidates.remove();
      Resident resident = directory.resident(agent);
      if (resident != null && ours.test(resident.place())) {
        Cause cause = candidate.getValue();
        safely(new Looking(resident, directory.hasMoved(resident), cause.trace()), now, due);
      }
    }
    return due;
  }

  /// What one agent's world can't make a view of keeps no other agent from its own. Tried again
  /// when something changes there; where an `Error` struck, once its strikes are forgotten.
  private void safely(Looking looking, Instant now, List<Due> due) {
    String agent = looking.resident().agent().value();
    guard.again(
        "view:" + agent,
        () -> {
          Due view = tried(looking, now);
          if (view != null) {
            due.add(view);
            recent.put(looking.resident().agent(), now);
          }
        },
        () -> LOG.atError().addKeyValue("agent", agent).log("its view is not tried"));
  }

  private @Nullable Due tried(Looking looking, Instant now) {
    try {
      return derive(looking, now);
    } catch (KafkaException e) {
      throw e; // a store's
    } catch (RuntimeException e) {
      LOG.atError()
          .addKeyValue("agent", looking.resident().agent())
          .setCause(e)
          .log("its view can't be made");
      return null;
    }
  }

  private @Nullable Due derive(Looking looking, Instant now) {
    Resident resident = looking.resident();
    String trace = looking.trace();
    String agent = resident.agent().value();
    if (resident.config() == null) {
      return written.delete(agent) == null ? null : new Due(resident.agent(), null, trace);
    }
    Scene scene = scenes.get(resident.place());
    if (!looking.moved() // who came here sees that nothing is here
        && scene.version() == 0
        && scene.entities().isEmpty()
        && scene.happenings().isEmpty()) {
      return null;
    }
    World world = worlds.current(resident.place().world()).world();
    if (world == null) {
      return null;
    }
    Sight sight = world.perspective().see(scene, resident.config().actor());
    String hash =
        scene.version()
            + " "
            + Sha256.hex(
                Json.bytes(sight.state()), sight.summary().getBytes(StandardCharsets.UTF_8));
    if (hash.equals(written.get(agent))) {
      return null;
    }
    byte[] view = bytes(resident.agent(), sight, scene.version(), now);
    written.put(agent, hash);
    return new Due(resident.agent(), view, trace);
  }

  /// A view that is larger than its topic allows goes without its state: the summary is still
  /// right, and the model can ask by read tools.
  private byte[] bytes(AgentId agent, Sight sight, long version, Instant now) {
    byte[] whole =
        Json.bytes(
            View.of(agent, now, sight.state())
                .version(version)
                .summary(sight.summary())
                .tokens(sight.tokens()));
    if (whole.length <= maxBytes) {
      return whole;
    }
    var note =
        Json.NODES.objectNode().put("note", "the view is too large to be shown; ask by read tools");
    String summary = Text.cut(sight.summary(), maxBytes / 8);
    return Json.bytes(
        View.of(agent, now, note).version(version).summary(summary).tokens(summary.length() / 4));
  }

  private void forget(Instant now) {
    Iterator<Instant> oldest = recent.values().iterator();
    while (oldest.hasNext() && !oldest.next().plus(every).isAfter(now)) {
      oldest.remove();
    }
  }
}
