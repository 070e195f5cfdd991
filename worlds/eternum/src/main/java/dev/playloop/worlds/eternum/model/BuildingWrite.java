package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Heading;
import dev.playloop.schemas.tool.LaneBy;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.eternum.model.game.BuildingCategory;
import dev.playloop.worlds.eternum.model.game.CairoType;
import dev.playloop.worlds.eternum.model.game.Encoded;
import dev.playloop.worlds.eternum.model.game.HexDirection;
import java.util.List;

/// What stands in a structure's inner grid.
@Heading("Buildings")
public sealed interface BuildingWrite extends EternumWrite {
  @Describe(
      "Build in your structure. directions leads from the centre of its inner grid to"
          + " a free place; its level says how far.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record CreateBuilding(
      @Describe("your structure")
          @Encoded(name = "structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long entityId,
      @Describe("the way, each the direction of the next hex")
          @Encoded(name = "directions", type = CairoType.SPAN)
          @Bounds(min = 1, max = EternumWrite.MAX_STEPS)
          List<HexDirection> directions,
      @Describe("what to build") @Encoded(name = "building_category", type = CairoType.VARIANT)
          BuildingCategory buildingCategory,
      @Describe("whether to pay the simple cost, in labor")
          @Encoded(name = "use_simple", type = CairoType.BOOL)
          boolean useSimple)
      implements BuildingWrite {
    public CreateBuilding {
      directions = List.copyOf(directions);
    }
  }

  @Describe("Tear a building down for good.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record DestroyBuilding(
      @Describe("your structure")
          @Encoded(name = "structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long entityId,
      @Describe("place in the inner grid, as the view lists it under buildings")
          @Encoded(name = "building_coord", type = CairoType.COORD)
          BuildingCoord buildingCoord)
      implements BuildingWrite {}

  @Describe("Let a building rest.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record PauseProduction(
      @Describe("your structure")
          @Encoded(name = "structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long entityId,
      @Describe("place in the inner grid, as the view lists it under buildings")
          @Encoded(name = "building_coord", type = CairoType.COORD)
          BuildingCoord buildingCoord)
      implements BuildingWrite {}

  @Describe("Let a building produce again.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record ResumeProduction(
      @Describe("your structure")
          @Encoded(name = "structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long entityId,
      @Describe("place in the inner grid, as the view lists it under buildings")
          @Encoded(name = "building_coord", type = CairoType.COORD)
          BuildingCoord buildingCoord)
      implements BuildingWrite {}
}
