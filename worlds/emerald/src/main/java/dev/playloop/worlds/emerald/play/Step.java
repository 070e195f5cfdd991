package dev.playloop.worlds.emerald.play;

import dev.playloop.worlds.emerald.game.Direction;
import dev.playloop.worlds.emerald.game.Tile;

/// One checked step of a path. For a LEDGE `to` is where it lands, two tiles on.
record Step(Direction direction, Tile to, Kind kind) {

  /// WALK: onto plain ground. LEDGE: a jump. WARP: onto, into or off a tile that leads to another
  /// map. EDGE: over the map's edge into its neighbour. FORCED: onto a tile that moves one further.
  enum Kind {
    WALK,
    LEDGE,
    WARP,
    EDGE,
    FORCED
  }

  boolean isPlain() {
    return kind == Kind.WALK;
  }
}
