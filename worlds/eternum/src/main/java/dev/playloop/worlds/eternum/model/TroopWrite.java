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
import dev.playloop.worlds.eternum.model.game.TroopTier;
import dev.playloop.worlds.eternum.model.game.TroopType;

/// Raising and dismissing troops.
@Heading("Troops")
public sealed interface TroopWrite extends EternumWrite {
  @Describe(
      "Raise an explorer from troops of your structure, on the free explored hex next" + " to it.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record CreateExplorer(
      @Describe("your structure")
          @Encoded(name = "for_structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long forStructureId,
      @Describe("kind of troops") @Encoded(name = "category", type = CairoType.VARIANT)
          TroopType category,
      @Describe("tier of the troops") @Encoded(name = "tier", type = CairoType.VARIANT)
          TroopTier tier,
      @Describe("how much or how many, in whole units with at most 9 decimals; troops are whole")
          @Encoded(name = "amount", type = CairoType.U128, scaled = true)
          @Bounds(min = 1, max = EternumWrite.MAX_AMOUNT)
          @Matches(EternumWrite.AMOUNT)
          String amount,
      @Describe("from the structure to where the explorer stands")
          @Encoded(name = "spawn_direction", type = CairoType.VARIANT)
          HexDirection spawnDirection)
      implements TroopWrite {}

  @Describe(
      "Add troops of its home structure to an explorer that stands next to it; only"
          + " whole numbers of troops.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record AddToExplorer(
      @Describe("explorer that gets the troops")
          @Encoded(name = "to_explorer_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long toExplorerId,
      @Describe("how much or how many, in whole units with at most 9 decimals; troops are whole")
          @Encoded(name = "amount", type = CairoType.U128, scaled = true)
          @Bounds(min = 1, max = EternumWrite.MAX_AMOUNT)
          @Matches(EternumWrite.AMOUNT)
          String amount,
      @Describe("from the explorer to its home structure")
          @Encoded(name = "home_direction", type = CairoType.VARIANT)
          HexDirection homeDirection)
      implements TroopWrite {}

  @Describe("Dismiss an explorer for good, with all it carries.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record DeleteExplorer(
      @Describe("the explorer")
          @Encoded(name = "explorer_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long explorerId)
      implements TroopWrite {}

  @Describe(
      "Post troops of your structure as guards; a slot with troops takes only the"
          + " same category and tier.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record AddGuard(
      @Describe("your structure")
          @Encoded(name = "for_structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long forStructureId,
      @Describe("guard slot") @Encoded(name = "slot", type = CairoType.VARIANT) GuardSlot slot,
      @Describe("kind of troops") @Encoded(name = "category", type = CairoType.VARIANT)
          TroopType category,
      @Describe("tier of the troops") @Encoded(name = "tier", type = CairoType.VARIANT)
          TroopTier tier,
      @Describe("how much or how many, in whole units with at most 9 decimals; troops are whole")
          @Encoded(name = "amount", type = CairoType.U128, scaled = true)
          @Bounds(min = 1, max = EternumWrite.MAX_AMOUNT)
          @Matches(EternumWrite.AMOUNT)
          String amount)
      implements TroopWrite {}

  @Describe("Dismiss the guards of a slot for good.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record DeleteGuard(
      @Describe("your structure")
          @Encoded(name = "for_structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long forStructureId,
      @Describe("guard slot") @Encoded(name = "slot", type = CairoType.VARIANT) GuardSlot slot)
      implements TroopWrite {}
}
