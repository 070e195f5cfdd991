package dev.playloop.schemas.event;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.json.Versioned;
import dev.playloop.schemas.space.Tiles;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Something changed in a world. `version` grows per entity at its source; the projection ignores
/// older ones.
public record WorldEvent(
    @Default("1") int v,
    @Describe("unique per event") @Bounds(min = 1, max = 200) String id,
    @Bounds(min = 1, max = 63) String world,
    @Describe("the part of the world whose entities belong together") SceneId scene,
    @Describe("when it happened") Instant at,
    @Describe("grows with each change of the entity; older ones are ignored") long version,
    Change change)
    implements Versioned {
  public static final int VERSION = 1;
  public static final int MAX_ACTOR = 128;

  public WorldEvent {
    v = v == 0 ? VERSION : v;
    Require.time("at", at);
    Require.text("id", id, 200);
    Require.text("world", world, 63);
    Require.present("scene", scene, "the scene's id");
    Require.present("change", change, "one of put, moved, removed, actor-moved, happening");
  }

  /// One without a version, as a happening is.
  public static WorldEvent of(String id, String world, SceneId scene, Instant at, Change change) {
    return new WorldEvent(VERSION, id, world, scene, at, 0, change);
  }

  public WorldEvent version(long version) {
    return new WorldEvent(v, id, world, scene, at, version, change);
  }

  /// The same, told in another scene.
  public WorldEvent in(SceneId scene) {
    return new WorldEvent(v, id, world, scene, at, version, change);
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = EntityPut.class, name = "put"),
    @JsonSubTypes.Type(value = EntityMoved.class, name = "moved"),
    @JsonSubTypes.Type(value = EntityRemoved.class, name = "removed"),
    @JsonSubTypes.Type(value = ActorMoved.class, name = "actor-moved"),
    @JsonSubTypes.Type(value = Happening.class, name = "happening")
  })
  public sealed interface Change {}

  /// An entity is now so.
  public record EntityPut(String entity, String kind, JsonNode state) implements Change {}

  /// An entity is now there, in tiles.
  public record EntityMoved(String entity, Tiles x, Tiles y) implements Change {
    public EntityMoved {
      Require.present("change.x", x, "a number");
      Require.present("change.y", y, "a number");
    }

    /// There, in whole tiles.
    public static EntityMoved to(String entity, long x, long y) {
      return new EntityMoved(entity, Tiles.of(x), Tiles.of(y));
    }
  }

  public record EntityRemoved(String entity) implements Change {}

  /// An actor is in the scene `to` from now on, and its agents see that one. Its version grows with
  /// each such event of this actor.
  public record ActorMoved(@Bounds(min = 1, max = MAX_ACTOR) String actor, SceneId to)
      implements Change {
    public ActorMoved {
      Require.text("change.actor", actor, MAX_ACTOR);
      Require.present("change.to", to, "the scene's id");
    }
  }

  /// Something happened that leaves no state; `kind` is what agents subscribe to.
  public record Happening(String kind, String text, @Nullable JsonNode data) implements Change {}
}
