package dev.playloop.projector.world;

import dev.playloop.projector.steady.WeighedCache;
import dev.playloop.projector.world.AgentDirectory.Place;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.JsonWeight;
import dev.playloop.schemas.space.Tiles;
import dev.playloop.schemas.view.ActorScene;
import dev.playloop.worlds.model.Scene;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// The scenes of one task. Each entity lies under its own key, so that an event writes what it
/// changed and not the scene; together they take at most [#MAX_BYTES] a scene. Scenes in use are
/// kept in memory, up to `maxHeld` by their [JsonWeight]; one that is heavier is read anew each
/// time. Owned by the task's thread.
final class Scenes {
  /// Over all tasks of a process: a twelfth of the memory that `up` gives to everything.
  static final long MAX_HELD = 64L * 1024 * 1024;

  /// What the entities of one scene take in the store. A full scene has 500 bytes for each; the
  /// worlds that are there have one entity of some kilobytes. A scene is read whole, and takes ten
  /// times as much memory as its JSON where a game sends it, fifty times where malice does.
  static final int MAX_BYTES = 1024 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(Scenes.class);

  /// A scene without anything in it.
  private static final long EMPTY = 1_000;

  private static final int REMEMBERED_HAPPENINGS = 64;
  private static final String ENTITY = "entity|";
  private static final String ACTOR = "actor|";
  private static final String HEAD = "head";

  /// What the changelog takes, with room for the key.
  private static final int MAX_ROW_BYTES = 2 * 1024 * 1024 - 64 * 1024;

  private static final StringSerializer KEYS = new StringSerializer();

  private final KeyValueStore<String, byte[]> store;
  private final WeighedCache<Place, Held> held;

  Scenes(KeyValueStore<String, byte[]> store, long maxHeld) {
    this.store = store;
    this.held = new WeighedCache<>(maxHeld);
  }

  /// A scene and the ids of its newest happenings, which have no version to be recognised by.
  /// `bytes` are those of its entities in the store.
  private record Held(Scene scene, List<String> happeningIds, long bytes, long weight) {}

  private record Head(long version) {}

  /// An entity as it lies in the store; without a state it was removed.
  private record Row(
      String kind, long version, @Nullable JsonNode state, @Nullable Tiles x, @Nullable Tiles y) {
    static Row of(Scene.Entity entity) {
      return new Row(entity.kind(), entity.version(), entity.state(), entity.x(), entity.y());
    }

    static Row removed(long version) {
      return new Row("", version, null, null, null);
    }

    Scene.Entity entity(JsonNode is) {
      return new Scene.Entity(kind, version, is, x, y);
    }
  }

  private record News(List<Scene.Happened> happenings, List<String> ids) {}

  /// The scene as it is; an empty one where nothing has happened yet.
  Scene get(Place place) {
    return held(place).scene();
  }

  /// The version of the scene as it is. One that is not in memory is not read whole for that.
  long version(Place place) {
    Held known = held.get(place);
    if (known != null) {
      return known.scene().version();
    }
    byte[] head = store.get(prefix(place) + HEAD);
    return head == null ? 0 : Json.read(head, Head.class, Edge.KEPT).version();
  }

  /// Folds an event in. Returns the scene it led to, or null where it changed nothing (it is older
  /// than what is known, or came before).
  @SuppressWarnings("ReferenceEquality") // an unchanged scene is the same object
  @Nullable Scene fold(Place place, WorldEvent event) {
    Held before = held(place);
    boolean happening = event.change() instanceof WorldEvent.Happening;
    if (happening && before.happeningIds().contains(event.id())) {
      return null;
    }
    Scene next = before.scene().with(event);
    if (next == before.scene()) {
      return null;
    }
    List<String> ids =
        happening ? appended(before.happeningIds(), event.id()) : before.happeningIds();
    hold(place, write(place, before, next, event, ids));
    return next;
  }

  /// Takes down where an actor went whose home scene this is. False where it is known to have gone
  /// somewhere since.
  boolean moved(Place home, ActorScene to) {
    String row = prefix(home) + ACTOR + to.actor();
    byte[] known = store.get(row);
    if (known != null && Json.read(known, ActorScene.class, Edge.KEPT).version() >= to.version()) {
      return false;
    }
    store.put(row, Json.bytes(to));
    return true;
  }

  private Held write(Place place, Held before, Scene next, WorldEvent event, List<String> ids) {
    String row =
        prefix(place)
            + switch (event.change()) {
              case WorldEvent.EntityPut put -> ENTITY + put.entity();
              case WorldEvent.EntityMoved moved -> ENTITY + moved.entity();
              case WorldEvent.EntityRemoved removed -> ENTITY + removed.entity();
              case WorldEvent.ActorMoved _ -> throw new IllegalStateException("is no fold");
              case WorldEvent.Happening ignored -> "news";
            };
    byte[] value =
        switch (event.change()) {
          case WorldEvent.EntityPut put -> entity(next, put.entity());
          case WorldEvent.EntityMoved moved -> entity(next, moved.entity());
          case WorldEvent.EntityRemoved removed -> Json.bytes(Row.removed(event.version()));
          case WorldEvent.ActorMoved _ -> throw new IllegalStateException("is no fold");
          case WorldEvent.Happening ignored -> Json.bytes(new News(next.happenings(), ids));
        };
    if (value.length > MAX_ROW_BYTES) {
      throw new InvalidValueException(
          "event", "a scene row of " + MAX_ROW_BYTES + " bytes", value.length + " bytes");
    }
    byte[] old = store.get(row);
    String forgotten = forgotten(place, before.scene(), next);
    byte[] gone = forgotten == null ? null : store.get(forgotten);
    long bytes = before.bytes();
    if (!(event.change() instanceof WorldEvent.Happening)) {
      bytes += bytes(row, value) - bytes(row, old);
      bytes -= forgotten == null ? 0 : bytes(forgotten, gone);
      refuseBeyond(place, bytes);
    }
    // Both are made before the first is written, so that nothing half done stays.
    if (next.version() != before.scene().version()) {
      store.put(prefix(place) + HEAD, Json.bytes(new Head(next.version())));
    }
    store.put(row, value);
    long weight = before.weight() + weight(row, value) - weight(row, old);
    if (forgotten != null) {
      store.delete(forgotten);
      weight -= weight(forgotten, gone);
    }
    return new Held(next, ids, bytes, weight);
  }

  /// The row of the removal that a scene forgot for a newer one.
  private static @Nullable String forgotten(Place place, Scene before, Scene next) {
    String gone = before.forgottenBy(next);
    return gone == null ? null : prefix(place) + ENTITY + gone;
  }

  private static void refuseBeyond(Place place, long bytes) {
    if (bytes > MAX_BYTES) {
      throw new InvalidValueException(
          "scene",
          "at most %d bytes of entities in '%s' of the world '%s'; remove some, or make them smaller"
              .formatted(MAX_BYTES, place.scene().value(), place.world()),
          bytes + " bytes");
    }
  }

  private static long bytes(String row, byte @Nullable [] value) {
    return value == null ? 0 : Text.utf8(row).length + value.length;
  }

  private static long weight(String row, byte @Nullable [] value) {
    return value == null ? 0 : 2L * row.length() + JsonWeight.of(value);
  }

  private static byte[] entity(Scene scene, String entity) {
    return Json.bytes(Row.of(Objects.requireNonNull(scene.entities().get(entity))));
  }

  private Held held(Place place) {
    Held known = held.get(place);
    if (known != null) {
      return known;
    }
    Held read = read(place);
    hold(place, read);
    return read;
  }

  /// What lies beyond the bound, written by a release that had none, is read no more and dropped.
  private Held read(Place place) {
    String prefix = prefix(place);
    String entityPrefix = prefix + ENTITY;
    long version = 0;
    News news = new News(List.of(), List.of());
    Map<String, Scene.Entity> entities = new TreeMap<>();
    Map<String, Long> removed = new TreeMap<>();
    List<String> beyond = new ArrayList<>();
    long bytes = 0;
    long weight = EMPTY;
    try (KeyValueIterator<String, byte[]> rows = store.prefixScan(prefix, KEYS)) {
      while (rows.hasNext()) {
        KeyValue<String, byte[]> row = rows.next();
        if (row.key.startsWith(entityPrefix)) {
          long size = bytes(row.key, row.value);
          if (bytes + size > MAX_BYTES) {
            beyond.add(row.key);
            continue;
          }
          bytes += size;
          String entity = row.key.substring(entityPrefix.length());
          Row kept = Json.read(row.value, Row.class, Edge.KEPT);
          if (kept.state() == null) {
            removed.put(entity, kept.version());
          } else {
            entities.put(entity, kept.entity(kept.state()));
          }
        } else if (row.key.startsWith(prefix + ACTOR)) {
          continue; // where its actors are is no part of a scene
        } else if (row.key.equals(prefix + HEAD)) {
          version = Json.read(row.value, Head.class, Edge.KEPT).version();
        } else {
          news = Json.read(row.value, News.class, Edge.KEPT);
        }
        weight += weight(row.key, row.value);
      }
    }
    drop(place, beyond);
    Scene whole = new Scene(place.scene(), version, entities, removed, news.happenings());
    Scene scene = whole.bounded();
    for (String old : whole.removed().keySet()) { // more than these were once remembered
      if (!scene.removed().containsKey(old)) {
        byte[] gone = store.delete(entityPrefix + old);
        bytes -= bytes(entityPrefix + old, gone);
        weight -= weight(entityPrefix + old, gone);
      }
    }
    return new Held(scene, news.ids(), bytes, weight);
  }

  private void drop(Place place, List<String> rows) {
    rows.forEach(store::delete);
    if (!rows.isEmpty()) {
      LOG.atError()
          .addKeyValue("world", place.world())
          .addKeyValue("scene", place.scene())
          .log("{} entities beyond {} bytes are dropped", rows.size(), MAX_BYTES);
    }
  }

  private void hold(Place place, Held scene) {
    held.put(place, scene, scene.weight());
  }

  /// What is in memory, by its weight.
  long heldWeight() {
    return held.weight();
  }

  /// The length makes the prefix of one scene no prefix of another.
  private static String prefix(Place place) {
    String scene = place.scene().value();
    return place.world() + "|" + scene.length() + "|" + scene + "|";
  }

  private static List<String> appended(List<String> ids, String id) {
    List<String> next = new ArrayList<>(ids);
    next.add(id);
    while (next.size() > REMEMBERED_HAPPENINGS) {
      next.removeFirst();
    }
    return List.copyOf(next);
  }
}
