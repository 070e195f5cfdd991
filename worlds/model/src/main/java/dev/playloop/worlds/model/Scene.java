package dev.playloop.worlds.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SceneId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The entities of a scene as its world events tell, and the newest happenings. Immutable; holds at
/// most [#MAX_ENTITIES] entities and [#MAX_HAPPENINGS] happenings.
@JsonIgnoreProperties(ignoreUnknown = true)
public record Scene(
    SceneId id, long version, Map<String, Entity> entities, List<Happened> happenings) {
  public static final int MAX_ENTITIES = 2_000;
  public static final int MAX_HAPPENINGS = 20;

  public Scene {
    entities = java.util.Collections.unmodifiableMap(new TreeMap<>(entities));
    happenings = List.copyOf(happenings);
  }

  public static Scene empty(SceneId id) {
    return new Scene(id, 0, Map.of(), List.of());
  }

  /// One entity; `state` is null after a removal, which is kept so that an older event cannot bring
  /// it back: until the scene is full, and this is the oldest of its removals.
  public record Entity(
      String kind,
      long version,
      @Nullable JsonNode state,
      @Nullable Integer x,
      @Nullable Integer y) {}

  public record Happened(String kind, String text, Instant at, @Nullable JsonNode data) {}

  /// This scene with an event folded in; the same scene where the event is older than what is
  /// known. Throws [InvalidValueException] where it is full of entities that are there.
  public Scene with(WorldEvent event) {
    long newest = Math.max(version, event.version());
    return switch (event.change()) {
      case WorldEvent.EntityPut put -> {
        Entity known = entities.get(put.entity());
        yield known != null && known.version >= event.version()
            ? this
            : put(
                put.entity(),
                new Entity(
                    put.kind(),
                    event.version(),
                    put.state(),
                    known == null ? null : known.x,
                    known == null ? null : known.y),
                newest);
      }
      case WorldEvent.EntityMoved moved -> {
        Entity known = entities.get(moved.entity());
        yield known == null || known.version >= event.version()
            ? this
            : put(
                moved.entity(),
                new Entity(known.kind, event.version(), known.state, moved.x(), moved.y()),
                newest);
      }
      case WorldEvent.EntityRemoved removed -> {
        Entity known = entities.get(removed.entity());
        yield known != null && known.version >= event.version()
            ? this
            : put(
                removed.entity(),
                new Entity(known == null ? "" : known.kind, event.version(), null, null, null),
                newest);
      }
      case WorldEvent.ActorMoved _ -> this; // who looks at a scene is no part of it
      case WorldEvent.Happening happening -> {
        List<Happened> next = new ArrayList<>(happenings);
        next.add(new Happened(happening.kind(), happening.text(), event.at(), happening.data()));
        while (next.size() > MAX_HAPPENINGS) {
          next.removeFirst();
        }
        yield new Scene(id, newest, entities, next);
      }
    };
  }

  private Scene put(String entity, Entity value, long newVersion) {
    Map<String, Entity> next = new TreeMap<>(entities);
    if (next.size() >= MAX_ENTITIES && !next.containsKey(entity)) {
      next.remove(oldestRemoval());
    }
    next.put(entity, value);
    return new Scene(id, newVersion, next, happenings);
  }

  private String oldestRemoval() {
    return entities.entrySet().stream()
        .filter(each -> each.getValue().state == null)
        .min(Comparator.comparingLong(each -> each.getValue().version))
        .map(Map.Entry::getKey)
        .orElseThrow(() ->
            new InvalidValueException(
                "scene",
                "at most %d entities in '%s'; remove some".formatted(MAX_ENTITIES, id.value()),
                "one more"));
  }
}
