package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.json.Matches;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.worlds.eternum.model.game.CairoType;
import dev.playloop.worlds.eternum.model.game.Encoded;
import dev.playloop.worlds.eternum.model.game.Resource;

/// At most so much of a resource is taken.
public record StolenAmount(
    @Encoded(name = "resourceId", type = CairoType.U8) Resource resourceId,
    @Encoded(name = "amount", type = CairoType.U128, scaled = true)
        @Bounds(min = 1, max = EternumWrite.MAX_AMOUNT)
        @Matches(EternumWrite.AMOUNT)
        String amount) {}
