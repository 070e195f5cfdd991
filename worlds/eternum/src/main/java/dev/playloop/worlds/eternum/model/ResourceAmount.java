package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.json.Matches;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.worlds.eternum.model.game.CairoType;
import dev.playloop.worlds.eternum.model.game.Encoded;
import dev.playloop.worlds.eternum.model.game.Resource;

/// So much of a resource.
public record ResourceAmount(
    @Encoded(name = "resourceType", type = CairoType.U8) Resource resourceType,
    @Encoded(name = "amount", type = CairoType.U128, scaled = true)
        @Bounds(min = 1, max = EternumWrite.MAX_AMOUNT)
        @Matches(EternumWrite.AMOUNT)
        String amount) {}
