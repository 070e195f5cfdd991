package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Heading;
import dev.playloop.schemas.tool.LaneBy;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.worlds.eternum.model.game.CairoType;
import dev.playloop.worlds.eternum.model.game.Encoded;
import java.util.List;

/// Moving resources between structures.
@Heading("Resources")
public sealed interface ResourceWrite extends EternumWrite {
  @Describe(
      "Send resources from your structure to another one by donkeys; they arrive"
          + " later and are claimed there by claim_arrivals.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record SendResources(
      @Describe("structure that sends, yours")
          @Encoded(name = "sender_structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long senderEntityId,
      @Describe("structure that receives, another one")
          @Encoded(name = "recipient_structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long recipientEntityId,
      @Describe("what and how much, each resource once")
          @Encoded(name = "resources", type = CairoType.SPAN)
          @Bounds(min = 1, max = 38)
          List<ResourceAmount> resources)
      implements ResourceWrite {
    public SendResources {
      resources = List.copyOf(resources);
    }
  }

  @Describe("Let donkeys of one of your structures fetch resources from another one of" + " yours.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record PickupResources(
      @Describe("structure that receives, another one")
          @Encoded(name = "recipient_structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long recipientEntityId,
      @Describe("structure that gives, yours")
          @Encoded(name = "owner_structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long ownerEntityId,
      @Describe("what and how much, each resource once")
          @Encoded(name = "resources", type = CairoType.SPAN)
          @Bounds(min = 1, max = 38)
          List<ResourceAmount> resources)
      implements ResourceWrite {
    public PickupResources {
      resources = List.copyOf(resources);
    }
  }

  @Describe(
      "Take what has arrived at your structure; day, slot and resourceCount as the"
          + " view lists them under arrivals.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record ClaimArrivals(
      @Describe("the structure")
          @Encoded(name = "from_structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long structureId,
      @Describe("day of the arrival")
          @Encoded(name = "day", type = CairoType.U64)
          @Bounds(min = 0, max = EternumWrite.MAX_WHOLE)
          long day,
      @Describe("slot of the day")
          @Encoded(name = "slot", type = CairoType.U8)
          @Bounds(min = 0, max = 255)
          int slot,
      @Describe("how many kinds of resources arrive")
          @Encoded(name = "resource_count", type = CairoType.U8)
          @Bounds(min = 1, max = 255)
          int resourceCount)
      implements ResourceWrite {}
}
