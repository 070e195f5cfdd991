package dev.playloop.projector.world;

import dev.playloop.projector.steady.Guard;
import dev.playloop.projector.world.AgentDirectory.Place;
import dev.playloop.projector.world.AgentDirectory.Resident;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.Perspective.Sight;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.Worlds;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Derives the views of those whose turn it is, as the [Lookout] says, and tells which of them have
/// to be written: what was written last is kept as a hash in `written`, so that a restart writes
/// only what it missed. Owned by the task's thread.
final class Views {
  private static final Logger LOG = LoggerFactory.getLogger(Views.class);

  private final KeyValueStore<String, String> written;
  private final Worlds worlds;
  private final Scenes scenes;
  private final Lookout lookout;
  private final int maxBytes;
  private final Guard guard;

  /// The scene that was looked at last.
  private @Nullable Shown shown;

  /// @param maxBytes how large a record may be
  Views(
      KeyValueStore<String, String> written,
      Worlds worlds,
      Sighted sighted,
      int maxBytes,
      Guard guard) {
    this.written = written;
    this.worlds = worlds;
    this.scenes = sighted.scenes();
    this.lookout = sighted.lookout();
    this.maxBytes = maxBytes;
    this.guard = guard;
  }

  /// What there is to see, and who looks when.
  record Sighted(Scenes scenes, Lookout lookout) {}

  private record Shown(Scene scene, Perspective perspective, Function<String, Sight> sights) {}

  /// Somebody who looks; `moved` where it is not at home.
  private record Looking(Resident resident, boolean moved, Lookout.Look look) {}

  /// A view to write; `value` null takes the agent's view away.
  @SuppressWarnings("ArrayRecordComponent") // bytes on their way, never compared
  record Due(AgentId agent, byte @Nullable [] value, Lookout.Look look) {}

  /// The agent's actor is in no scene of this task any more; another task writes its view now.
  void left(AgentId agent) {
    lookout.left(agent);
    if (written.get(agent.value()) != null) {
      written.delete(agent.value());
    }
  }

  /// The views that may be written now and differ from what was written last.
  ///
  /// @param ours whether a scene is one of this task's
  List<Due> due(AgentDirectory directory, Predicate<Place> ours, Instant now) {
    List<Due> due = new ArrayList<>();
    for (Lookout.Look look : lookout.next(directory, ours, now)) {
      Resident resident = directory.resident(look.agent());
      if (resident != null && ours.test(resident.place())) {
        safely(new Looking(resident, directory.hasMoved(resident), look), now, due);
      }
    }
    shown = null; // how much of scenes is held is not for here to say
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
            lookout.wrote(looking.resident().agent());
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
    String agent = resident.agent().value();
    if (resident.config() == null) {
      return written.delete(agent) == null ? null : new Due(resident.agent(), null, looking.look());
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
    Sight sight = sights(scene, world.perspective()).apply(resident.config().actor());
    String says =
        Sha256.hex(Json.bytes(sight.state()), sight.summary().getBytes(StandardCharsets.UTF_8));
    String hash = scene.version() + " " + says;
    String before = written.get(agent);
    // whom nothing waits for is not told that the world went on without a change for it
    if (hash.equals(before)
        || (!looking.look().needed() && before != null && before.endsWith(" " + says))) {
      return null;
    }
    byte[] view = bytes(resident.agent(), sight, scene.version(), now);
    written.put(agent, hash);
    return new Due(resident.agent(), view, looking.look());
  }

  /// Many look at one scene between two of its events.
  @SuppressWarnings("ReferenceEquality") // a scene that has changed is another object
  private Function<String, Sight> sights(Scene scene, Perspective perspective) {
    Shown last = shown;
    if (last == null || last.scene != scene || last.perspective != perspective) {
      last = new Shown(scene, perspective, perspective.over(scene));
      shown = last;
    }
    return last.sights;
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
}
