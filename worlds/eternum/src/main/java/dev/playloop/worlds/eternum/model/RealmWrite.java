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

/// What a realm becomes, and what is built together.
@Heading("Realm & Hyperstructure")
public sealed interface RealmWrite extends EternumWrite {
  @Describe(
      "Raise your realm by a level, for more buildings and guard slots. Costs" + " resources.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record UpgradeRealm(
      @Describe("your realm")
          @Encoded(name = "structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long realmEntityId)
      implements RealmWrite {}

  @Describe("Contribute resources of your structure to a hyperstructure, for points.")
  @Traits(effect = Effect.WRITE, laneBy = LaneBy.ACTOR, limitSeconds = EternumWrite.LIMIT_SECONDS)
  record ContributeHyperstructure(
      @Describe("the hyperstructure")
          @Encoded(name = "hyperstructure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long hyperstructureEntityId,
      @Describe("your structure that gives")
          @Encoded(name = "from_structure_id", type = CairoType.U32)
          @Bounds(min = 1, max = EternumWrite.MAX_U32)
          long contributorEntityId,
      @Describe("what and how much, each resource once")
          @Encoded(name = "contribution", type = CairoType.SPAN)
          @Bounds(min = 1, max = 38)
          List<ResourceAmount> contributions)
      implements RealmWrite {
    public ContributeHyperstructure {
      contributions = List.copyOf(contributions);
    }
  }
}
