package dev.playloop.schemas.world;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Require;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Default;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What agents of a declared world see of it.
@RecordBuilder
public record Outlook(
    @Describe(
            "the entities of the agent's scene, what is near the entity that is named as its actor,"
                + " or none")
        See see,
    @Describe("the budget of a view; 1000, or of what is near 300, which is the most there")
        @Bounds(min = 100, max = 5_000)
        @Default("")
        Integer tokens,
    @Describe(
            "kinds of entities, the most important first; the last are cut first; not of what is"
                + " near")
        @Default("[]")
        List<String> order,
    @Describe("the scene of every actor that was not moved; without it each has its own")
        @Bounds(min = 1, max = 128)
        @Nullable String scene,
    @Describe("how coordinates lie, where what is near is seen") @Nullable Space space)
    implements OutlookBuilder.With {
  static final Outlook DEFAULT = new Outlook(See.ENTITIES, 1_000, List.of(), null, null);

  private static final int TOKENS = 1_000;
  private static final int MOST_TOKENS = 5_000;
  private static final int NEAR_TOKENS = 300;
  private static final int LEAST_TOKENS = 100;
  private static final int MAX_SCENE = 128;
  private static final int MAX_KINDS = 50;
  private static final int MAX_KIND = 40;

  public Outlook {
    Require.present("see", see, "entities, spatial or none");
    boolean isNear = see == See.SPATIAL;
    tokens = tokens != null ? tokens : isNear ? NEAR_TOKENS : TOKENS;
    Require.range("tokens", tokens, LEAST_TOKENS, isNear ? NEAR_TOKENS : MOST_TOKENS);
    order = order == null ? List.of() : List.copyOf(order);
    Require.range("order, their number", order.size(), 0, MAX_KINDS);
    order.forEach(kind -> Require.text("order", kind, MAX_KIND));
    if (isNear && !order.isEmpty()) {
      throw new InvalidValueException(
          "order", "nothing: of what is near the nearest comes first", order.toString());
    }
    if (scene != null) {
      Require.text("scene", scene, MAX_SCENE);
    }
    if (space != null && !isNear) {
      throw new InvalidValueException("space", "see: spatial beside it", "another");
    }
    space = isNear && space == null ? Space.DEFAULT : space;
  }

  /// Where an actor is that was not moved.
  public SceneId home(String actor) {
    return new SceneId(scene == null ? actor : scene);
  }

  /// How an agent sees the world.
  public enum See {
    /// The entities of its scene, as the world's events tell.
    @JsonProperty("entities")
    ENTITIES,

    /// Nothing: it looks by its tools.
    @JsonProperty("none")
    NONE,

    /// What is near the entity of its scene that has its actor's name.
    @JsonProperty("spatial")
    SPATIAL
  }

  /// How coordinates lie.
  public record Space(
      @Describe("how many units of the game's coordinates are a tile, from west to east")
          @Bounds(min = 1, max = 10_000)
          @Default("1")
          Integer tileWidth,
      @Describe("and from north to south") @Bounds(min = 1, max = 10_000) @Default("1")
          Integer tileHeight,
      @Describe("which way y grows: down (to the south, as on screens) or up") @Default("\"down\"")
          Axis y,
      @Describe("the kind of the entity whose name is the scene's") @Default("\"map\"")
          String map) {
    static final Space DEFAULT = new Space(1, 1, Axis.DOWN, "map");

    private static final int MAX_TILE = 10_000;

    public Space {
      tileWidth = tileWidth == null ? 1 : tileWidth;
      tileHeight = tileHeight == null ? 1 : tileHeight;
      y = y == null ? Axis.DOWN : y;
      map = map == null ? "map" : map;
      Require.range("tileWidth", tileWidth, 1, MAX_TILE);
      Require.range("tileHeight", tileHeight, 1, MAX_TILE);
      Require.text("map", map, MAX_KIND);
    }
  }

  /// Which way `y` grows.
  public enum Axis {
    @JsonProperty("down")
    DOWN,

    @JsonProperty("up")
    UP
  }
}
