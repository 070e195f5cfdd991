package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.json.Matches;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Heading;
import dev.playloop.schemas.tool.LaneBy;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.eternum.model.game.CairoType;
import dev.playloop.worlds.eternum.model.game.Encoded;
import dev.playloop.worlds.eternum.model.game.GuardSlot;
import dev.playloop.worlds.eternum.model.game.HexDirection;

/// Moving troops between explorers and guards.
@Heading("Troop Swaps")
public sealed interface SwapWrite extends EternumWrite {
  @Describe(
      "Move troops between your explorers that stand next to each other, of one"
          + " category and tier.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record SwapExplorerToExplorer(
      @Describe("explorer that gives the troops")
          @Encoded(name = "from_explorer_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long fromExplorerId,
      @Describe("explorer that gets the troops")
          @Encoded(name = "to_explorer_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long toExplorerId,
      @Describe("from who gives to that explorer")
          @Encoded(name = "to_explorer_direction", type = CairoType.VARIANT)
          HexDirection toExplorerDirection,
      @Describe("how many troops")
          @Encoded(name = "count", type = CairoType.U128, scaled = true)
          @Bounds(min = 1, max = EternumWrite.MAX_AMOUNT)
          @Matches(EternumWrite.AMOUNT)
          String count)
      implements SwapWrite {}

  @Describe("Move troops of an explorer to the guards of your structure next to it.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record SwapExplorerToGuard(
      @Describe("explorer that gives the troops")
          @Encoded(name = "from_explorer_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long fromExplorerId,
      @Describe("your structure")
          @Encoded(name = "to_structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long toStructureId,
      @Describe("from the explorer to the structure")
          @Encoded(name = "to_structure_direction", type = CairoType.VARIANT)
          HexDirection toStructureDirection,
      @Describe("guard slot that gets the troops")
          @Encoded(name = "to_guard_slot", type = CairoType.VARIANT)
          GuardSlot toGuardSlot,
      @Describe("how many troops")
          @Encoded(name = "count", type = CairoType.U128, scaled = true)
          @Bounds(min = 1, max = EternumWrite.MAX_AMOUNT)
          @Matches(EternumWrite.AMOUNT)
          String count)
      implements SwapWrite {}

  @Describe("Move guards of your structure to an explorer of yours next to it.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record SwapGuardToExplorer(
      @Describe("your structure")
          @Encoded(name = "from_structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long fromStructureId,
      @Describe("guard slot that gives the troops")
          @Encoded(name = "from_guard_slot", type = CairoType.VARIANT)
          GuardSlot fromGuardSlot,
      @Describe("explorer that gets the troops")
          @Encoded(name = "to_explorer_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long toExplorerId,
      @Describe("from who gives to that explorer")
          @Encoded(name = "to_explorer_direction", type = CairoType.VARIANT)
          HexDirection toExplorerDirection,
      @Describe("how many troops")
          @Encoded(name = "count", type = CairoType.U128, scaled = true)
          @Bounds(min = 1, max = EternumWrite.MAX_AMOUNT)
          @Matches(EternumWrite.AMOUNT)
          String count)
      implements SwapWrite {}
}
