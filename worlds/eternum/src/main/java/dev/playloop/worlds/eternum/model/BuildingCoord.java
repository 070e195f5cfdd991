package dev.playloop.worlds.eternum.model;

import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.worlds.eternum.model.game.CairoType;
import dev.playloop.worlds.eternum.model.game.Encoded;
import org.jspecify.annotations.Nullable;

/// A place in a structure's inner grid.
///
/// @param alt of the map's other layer; older worlds have none, and a building is never there
public record BuildingCoord(
    @Describe("false, and may be left out") @Encoded(name = "alt", type = CairoType.BOOL)
        @Nullable Boolean alt,
    @Encoded(name = "x", type = CairoType.U32) @Bounds(min = 0, max = EternumWrite.MAX_U32) long x,
    @Encoded(name = "y", type = CairoType.U32) @Bounds(min = 0, max = EternumWrite.MAX_U32)
        long y) {}
