package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.json.Matches;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.worlds.eternum.model.game.CairoType;
import dev.playloop.worlds.eternum.model.game.Encoded;
import dev.playloop.worlds.eternum.model.game.Resource;

/// What goes into one pool; its words stand behind those of the action, in a call of its own.
public record PoolShare(
    @Describe("any but Lords") @Encoded(name = "resource_type", type = CairoType.U8)
        Resource resourceType,
    @Encoded(name = "resource_amount", type = CairoType.U128, scaled = true)
        @Bounds(min = 1, max = EternumWrite.MAX_AMOUNT)
        @Matches(EternumWrite.AMOUNT)
        String resourceAmount,
    @Encoded(name = "lords_amount", type = CairoType.U128, scaled = true)
        @Bounds(min = 1, max = EternumWrite.MAX_AMOUNT)
        @Matches(EternumWrite.AMOUNT)
        String lordsAmount) {}
