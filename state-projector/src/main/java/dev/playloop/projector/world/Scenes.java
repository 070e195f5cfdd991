package dev.playloop.projector.world;

import dev.playloop.projector.world.AgentDirectory.Place;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.json.Edge;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Scene;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// The scenes of one task. Each entity lies under its own key, so that an event writes what it
/// changed and not the scene. Scenes in use are kept in memory, up to [#MAX_HELD] entities. Owned
/// by the task's thread.
final class Scenes {
  static final int MAX_HELD = 20_000;
  private static final int REMEMBERED_HAPPENINGS = 64;
  private static final String ENTITY = "entity|";

  /// What the changelog takes, with room for the key.
  private static final int MAX_ROW_BYTES = 2 * 1024 * 1024 - 64 * 1024;

  private static final StringSerializer KEYS = new StringSerializer();

  private final KeyValueStore<String, byte[]> store;
  private final LinkedHashMap<Place, Held> held = new LinkedHashMap<>(16, 0.75f, true);
  private int heldEntities;

  Scenes(KeyValueStore<String, byte[]> store) {
    this.store = store;
  }

  /// A scene and the ids of its newest happenings, which have no version to be recognised by.
  private record Held(Scene scene, List<String> happeningIds) {}

  private record Head(long version) {}

  private record News(List<Scene.Happened> happenings, List<String> ids) {}

  /// The scene as it is; an empty one where nothing has happened yet.
  Scene get(Place place) {
    return held(place).scene();
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
    write(place, before.scene(), next, event, ids);
    hold(place, new Held(next, ids));
    return next;
  }

  private void write(Place place, Scene old, Scene next, WorldEvent event, List<String> ids) {
    String row =
        prefix(place)
            + switch (event.change()) {
              case WorldEvent.EntityPut put -> ENTITY + put.entity();
              case WorldEvent.EntityMoved moved -> ENTITY + moved.entity();
              case WorldEvent.EntityRemoved removed -> ENTITY + removed.entity();
              case WorldEvent.Happening ignored -> "news";
            };
    byte[] value =
        switch (event.change()) {
          case WorldEvent.EntityPut put -> entity(next, put.entity());
          case WorldEvent.EntityMoved moved -> entity(next, moved.entity());
          case WorldEvent.EntityRemoved removed -> entity(next, removed.entity());
          case WorldEvent.Happening ignored -> Json.bytes(new News(next.happenings(), ids));
        };
    if (value.length > MAX_ROW_BYTES) {
      throw new InvalidValueException(
          "event", "a scene row of " + MAX_ROW_BYTES + " bytes", value.length + " bytes");
    }
    // Both are made before the first is written, so that nothing half done stays.
    if (next.version() != old.version()) {
      store.put(prefix(place) + "head", Json.bytes(new Head(next.version())));
    }
    store.put(row, value);
  }

  private static byte[] entity(Scene scene, String entity) {
    return Json.bytes(Objects.requireNonNull(scene.entities().get(entity)));
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

  private Held read(Place place) {
    String prefix = prefix(place);
    String entityPrefix = prefix + ENTITY;
    long version = 0;
    News news = new News(List.of(), List.of());
    Map<String, Scene.Entity> entities = new TreeMap<>();
    try (KeyValueIterator<String, byte[]> rows = store.prefixScan(prefix, KEYS)) {
      while (rows.hasNext()) {
        KeyValue<String, byte[]> row = rows.next();
        if (row.key.startsWith(entityPrefix)) {
          entities.put(
              row.key.substring(entityPrefix.length()),
              Json.read(row.value, Scene.Entity.class, Edge.KEPT));
        } else if (row.key.equals(prefix + "head")) {
          version = Json.read(row.value, Head.class, Edge.KEPT).version();
        } else {
          news = Json.read(row.value, News.class, Edge.KEPT);
        }
      }
    }
    return new Held(new Scene(place.scene(), version, entities, news.happenings()), news.ids());
  }

  private void hold(Place place, Held scene) {
    Held old = held.put(place, scene);
    heldEntities += weight(scene) - (old == null ? 0 : weight(old));
    var oldest = held.entrySet().iterator();
    while (heldEntities > MAX_HELD && held.size() > 1) {
      heldEntities -= weight(oldest.next().getValue());
      oldest.remove();
    }
  }

  private static int weight(Held scene) {
    return 1 + scene.scene().entities().size();
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
