package dev.playloop.worlds.model;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.space.Tiles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;
import tools.jackson.databind.JsonNode;

/// The entities of a scene as its world events tell, and the newest happenings. Immutable; holds at
/// most [#MAX_ENTITIES] entities, [#MAX_REMOVED] removals and [#MAX_HAPPENINGS] happenings. An
/// event costs the logarithm of what is there: a scene shares with the next what did not change.
///
/// @param removed versions of removals by entity, kept so that no older event brings one back; the
///   oldest are forgotten for newer ones
public record Scene(
    SceneId id,
    long version,
    Map<String, Entity> entities,
    Map<String, Long> removed,
    List<Happened> happenings) {
  public static final int MAX_ENTITIES = 2_000;
  public static final int MAX_REMOVED = 500;
  public static final int MAX_HAPPENINGS = 20;

  public Scene {
    entities = shared(entities);
    removed = shared(removed);
    happenings = List.copyOf(happenings);
  }

  public static Scene empty(SceneId id) {
    return new Scene(id, 0, Map.of(), Map.of(), List.of());
  }

  private static <T> TreePMap<String, T> shared(Map<String, T> map) {
    return map instanceof TreePMap<String, T> shared ? shared : TreePMap.from(map);
  }

  /// One entity; without a place where none was told.
  public record Entity(
      String kind, long version, JsonNode state, @Nullable Tiles x, @Nullable Tiles y) {}

  public record Happened(String kind, String text, Instant at, @Nullable JsonNode data) {}

  /// This scene with an event folded in; the same scene where the event is older than what is
  /// known. Throws [InvalidValueException] where it is full of entities that are there.
  public Scene with(WorldEvent event) {
    return switch (event.change()) {
      case WorldEvent.EntityPut put -> {
        Entity known = entities.get(put.entity());
        Tiles x = known == null ? null : known.x;
        Tiles y = known == null ? null : known.y;
        yield isNews(put.entity(), event)
            ? put(put.entity(), new Entity(put.kind(), event.version(), put.state(), x, y))
            : this;
      }
      case WorldEvent.EntityMoved moved -> {
        Entity known = entities.get(moved.entity());
        yield known != null && isNews(moved.entity(), event)
            ? put(
                moved.entity(),
                new Entity(known.kind, event.version(), known.state, moved.x(), moved.y()))
            : this;
      }
      case WorldEvent.EntityRemoved gone ->
          isNews(gone.entity(), event) ? without(gone.entity(), event.version()) : this;
      case WorldEvent.ActorMoved _ -> this; // who looks at a scene is no part of it
      case WorldEvent.Happening happening -> {
        List<Happened> next = new ArrayList<>(happenings);
        next.add(new Happened(happening.kind(), happening.text(), event.at(), happening.data()));
        while (next.size() > MAX_HAPPENINGS) {
          next.removeFirst();
        }
        yield new Scene(id, Math.max(version, event.version()), entities, removed, next);
      }
    };
  }

  /// The removal that this scene remembers and the next one no longer does; null where there is
  /// none.
  public @Nullable String forgottenBy(Scene next) {
    return removed.size() < MAX_REMOVED || next.removed.size() < MAX_REMOVED
        ? null
        : removed.keySet().stream()
            .filter(each -> !next.removed.containsKey(each) && !next.entities.containsKey(each))
            .findFirst()
            .orElse(null);
  }

  /// This scene, and of its removals the newest that a scene remembers.
  public Scene bounded() {
    TreePMap<String, Long> newest = shared(removed);
    while (newest.size() > MAX_REMOVED) {
      newest = newest.minus(oldest(newest));
    }
    return new Scene(id, version, entities, newest, happenings);
  }

  /// Whether nothing newer is known of this entity.
  private boolean isNews(String entity, WorldEvent event) {
    Entity known = entities.get(entity);
    Long gone = removed.get(entity);
    return (known == null || known.version < event.version())
        && (gone == null || gone < event.version());
  }

  private Scene put(String entity, Entity value) {
    if (entities.size() >= MAX_ENTITIES && !entities.containsKey(entity)) {
      throw new InvalidValueException(
          "scene",
          "at most %d entities in '%s'; remove some".formatted(MAX_ENTITIES, id.value()),
          "one more");
    }
    return new Scene(
        id,
        Math.max(version, value.version),
        shared(entities).plus(entity, value),
        shared(removed).minus(entity),
        happenings);
  }

  private Scene without(String entity, long at) {
    TreePMap<String, Long> next = shared(removed).minus(entity);
    if (next.size() >= MAX_REMOVED) {
      next = next.minus(oldest(next)); // never the one that is just made, however low its version
    }
    next = next.plus(entity, at);
    return new Scene(id, Math.max(version, at), shared(entities).minus(entity), next, happenings);
  }

  private static String oldest(Map<String, Long> removed) {
    return removed.entrySet().stream()
        .min(Comparator.comparingLong(Map.Entry::getValue))
        .map(Map.Entry::getKey)
        .orElseThrow();
  }
}
