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

/// Orders between players.
@Heading("Trade")
public sealed interface TradeWrite extends EternumWrite {
  @Describe(
      "Offer units of one resource for units of another. All that is offered leaves"
          + " your structure until the order ends.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record CreateOrder(
      @Describe("your structure that offers")
          @Encoded(name = "maker_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long makerId,
      @Describe(
              "structure that takes, your own in accept_order; in create_order 0 for whoever likes")
          @Encoded(name = "taker_id", type = CairoType.U32)
          @Bounds(min = 0, max = EternumWrite.MAX_U32)
          long takerId,
      @Describe("resource that you give")
          @Encoded(name = "maker_gives_resource_type", type = CairoType.U8)
          Resource makerGivesResourceType,
      @Describe("resource that you get")
          @Encoded(name = "taker_pays_resource_type", type = CairoType.U8)
          Resource takerPaysResourceType,
      @Describe("what one unit gives")
          @Encoded(name = "maker_gives_min_resource_amount", type = CairoType.U64, scaled = true)
          @Bounds(min = 1, max = EternumWrite.MAX_AMOUNT)
          @Matches(EternumWrite.AMOUNT)
          String makerGivesMinResourceAmount,
      @Describe("how many units")
          @Encoded(name = "maker_gives_max_count", type = CairoType.U64)
          @Bounds(min = 1, max = EternumWrite.MAX_WHOLE)
          long makerGivesMaxCount,
      @Describe("what one unit costs")
          @Encoded(name = "taker_pays_min_resource_amount", type = CairoType.U64, scaled = true)
          @Bounds(min = 1, max = EternumWrite.MAX_AMOUNT)
          @Matches(EternumWrite.AMOUNT)
          String takerPaysMinResourceAmount,
      @Describe("when it ends, in seconds since 1970 by the view's time")
          @Encoded(name = "expires_at", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long expiresAt)
      implements TradeWrite {}

  @Describe("Buy units of an open order.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record AcceptOrder(
      @Describe(
              "structure that takes, your own in accept_order; in create_order 0 for whoever likes")
          @Encoded(name = "taker_id", type = CairoType.U32)
          @Bounds(min = 0, max = EternumWrite.MAX_U32)
          long takerId,
      @Describe("the order")
          @Encoded(name = "trade_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long tradeId,
      @Describe("how many units")
          @Encoded(name = "taker_buys_count", type = CairoType.U64)
          @Bounds(min = 1, max = EternumWrite.MAX_WHOLE)
          long takerBuysCount)
      implements TradeWrite {}

  @Describe("Take back an order of yours; what was not sold returns.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record CancelOrder(
      @Describe("the order")
          @Encoded(name = "trade_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long tradeId)
      implements TradeWrite {}
}
