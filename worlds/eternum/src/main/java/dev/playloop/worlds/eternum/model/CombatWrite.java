package dev.playloop.worlds.eternum.model;

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
import java.util.List;

/// Fighting.
@Heading("Combat")
public sealed interface CombatWrite extends EternumWrite {
  @Describe(
      "Attack an explorer next to yours; simulate it first. If it is beaten, yours"
          + " takes what is named.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record AttackExplorer(
      @Describe("your explorer")
          @Encoded(name = "aggressor_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long aggressorId,
      @Describe("explorer that is attacked")
          @Encoded(name = "defender_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long defenderId,
      @Describe("from your explorer to it")
          @Encoded(name = "defender_direction", type = CairoType.VARIANT)
          HexDirection defenderDirection,
      @Describe("what to take; may be empty")
          @Encoded(name = "steal_resources", type = CairoType.SPAN)
          @Bounds(min = 0, max = 38)
          List<StolenAmount> stealResources)
      implements CombatWrite {
    public AttackExplorer {
      stealResources = List.copyOf(stealResources);
    }
  }

  @Describe(
      "Attack the guards of a structure next to your explorer; simulate it first. Who"
          + " beats the last guard owns the structure.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record AttackGuard(
      @Describe("the explorer")
          @Encoded(name = "explorer_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long explorerId,
      @Describe("the structure")
          @Encoded(name = "structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long structureId,
      @Describe("from the explorer to the structure")
          @Encoded(name = "structure_direction", type = CairoType.VARIANT)
          HexDirection structureDirection)
      implements CombatWrite {}

  @Describe("Let guards of your structure attack an explorer next to it; simulate it first.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record GuardAttackExplorer(
      @Describe("the structure")
          @Encoded(name = "structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long structureId,
      @Describe("guard slot that attacks")
          @Encoded(name = "structure_guard_slot", type = CairoType.VARIANT)
          GuardSlot structureGuardSlot,
      @Describe("the explorer")
          @Encoded(name = "explorer_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long explorerId,
      @Describe("from the structure to the explorer")
          @Encoded(name = "explorer_direction", type = CairoType.VARIANT)
          HexDirection explorerDirection)
      implements CombatWrite {}

  @Describe(
      "Let your explorer steal from a structure next to it without beating its"
          + " guards; may fail, and costs troops.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record Raid(
      @Describe("the explorer")
          @Encoded(name = "explorer_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long explorerId,
      @Describe("the structure")
          @Encoded(name = "structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long structureId,
      @Describe("from the explorer to the structure")
          @Encoded(name = "structure_direction", type = CairoType.VARIANT)
          HexDirection structureDirection,
      @Describe("what to take; may be empty")
          @Encoded(name = "steal_resources", type = CairoType.SPAN)
          @Bounds(min = 0, max = 38)
          List<StolenAmount> stealResources)
      implements CombatWrite {
    public Raid {
      stealResources = List.copyOf(stealResources);
    }
  }
}
