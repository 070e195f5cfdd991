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
import dev.playloop.worlds.eternum.model.game.Resource;
import java.util.List;

/// Trading with banks, and lending to them.
@Heading("Bank")
public sealed interface BankWrite extends EternumWrite {
  @Describe(
      "Buy from a bank's pool for Lords of your structure. The price has no limit:"
          + " read the pool first, or simulate.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record BuyResources(
      @Describe("the bank")
          @Encoded(name = "bank_entity_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long bankEntityId,
      @Describe("your structure")
          @Encoded(name = "structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long entityId,
      @Describe("the resource, any but Lords") @Encoded(name = "resource_type", type = CairoType.U8)
          Resource resourceType,
      @Describe("how much or how many, in whole units with at most 9 decimals; troops are whole")
          @Encoded(name = "amount", type = CairoType.U128, scaled = true)
          @Bounds(min = 1, max = EternumWrite.MAX_AMOUNT)
          @Matches(EternumWrite.AMOUNT)
          String amount)
      implements BankWrite {}

  @Describe(
      "Sell to a bank's pool for Lords. The price has no limit: read the pool first,"
          + " or simulate.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record SellResources(
      @Describe("the bank")
          @Encoded(name = "bank_entity_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long bankEntityId,
      @Describe("your structure")
          @Encoded(name = "structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long entityId,
      @Describe("the resource, any but Lords") @Encoded(name = "resource_type", type = CairoType.U8)
          Resource resourceType,
      @Describe("how much or how many, in whole units with at most 9 decimals; troops are whole")
          @Encoded(name = "amount", type = CairoType.U128, scaled = true)
          @Bounds(min = 1, max = EternumWrite.MAX_AMOUNT)
          @Matches(EternumWrite.AMOUNT)
          String amount)
      implements BankWrite {}

  @Describe(
      "Put resources and Lords of your structure into a bank's pools, for a part of"
          + " their fees. All of it happens, or nothing.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record AddLiquidity(
      @Describe("the bank")
          @Encoded(name = "bank_entity_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long bankEntityId,
      @Describe("your structure")
          @Encoded(name = "entity_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long entityId,
      @Describe("the pools, each once") @Bounds(min = 1, max = EternumWrite.MAX_CALLS)
          List<PoolShare> calls)
      implements BankWrite {
    public AddLiquidity {
      calls = List.copyOf(calls);
    }
  }

  @Describe("Take your part of a pool back.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record RemoveLiquidity(
      @Describe("the bank")
          @Encoded(name = "bank_entity_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long bankEntityId,
      @Describe("your structure")
          @Encoded(name = "entity_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long entityId,
      @Describe("the resource, any but Lords") @Encoded(name = "resource_type", type = CairoType.U8)
          Resource resourceType,
      @Describe("your shares, as the view lists them under pools; all digits")
          @Encoded(name = "shares", type = CairoType.U128)
          @Bounds(min = 1, max = 39)
          @Matches("[0-9]+")
          String shares)
      implements BankWrite {}
}
