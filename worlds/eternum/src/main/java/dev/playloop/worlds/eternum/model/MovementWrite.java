package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Heading;
import dev.playloop.schemas.tool.LaneBy;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.eternum.model.game.CairoType;
import dev.playloop.worlds.eternum.model.game.Encoded;
import dev.playloop.worlds.eternum.model.game.HexDirection;
import java.util.List;

/// Moving explorers over the map.
@Heading("Movement")
public sealed interface MovementWrite extends EternumWrite {
  @Describe(
      "Move an explorer: with explore false over explored free hexes, with explore"
          + " true onto one hex that nobody has explored.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record MoveExplorer(
      @Describe("the explorer")
          @Encoded(name = "explorer_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long explorerId,
      @Describe("the way, each the direction of the next hex")
          @Encoded(name = "directions", type = CairoType.SPAN)
          @Bounds(min = 1, max = EternumWrite.MAX_STEPS)
          List<HexDirection> directions,
      @Describe("whether to explore; then directions has exactly one")
          @Encoded(name = "explore", type = CairoType.BOOL)
          boolean explore)
      implements MovementWrite {
    public MoveExplorer {
      directions = List.copyOf(directions);
    }
  }

  @Describe("Move an explorer over explored free hexes; each costs stamina.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record TravelExplorer(
      @Describe("the explorer")
          @Encoded(name = "explorer_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long explorerId,
      @Describe("the way, each the direction of the next hex")
          @Encoded(name = "directions", type = CairoType.SPAN)
          @Bounds(min = 1, max = EternumWrite.MAX_STEPS)
          List<HexDirection> directions)
      implements MovementWrite {
    public TravelExplorer {
      directions = List.copyOf(directions);
    }
  }

  @Describe(
      "Let an explorer explore the one next hex that nobody has explored; directions"
          + " has exactly one. Costs much stamina, and may find something.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record Explore(
      @Describe("the explorer")
          @Encoded(name = "explorer_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long explorerId,
      @Describe("the way, each the direction of the next hex")
          @Encoded(name = "directions", type = CairoType.SPAN)
          @Bounds(min = 1, max = EternumWrite.MAX_STEPS)
          List<HexDirection> directions)
      implements MovementWrite {
    public Explore {
      directions = List.copyOf(directions);
    }
  }
}
