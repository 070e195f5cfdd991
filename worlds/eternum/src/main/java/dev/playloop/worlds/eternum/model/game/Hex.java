package dev.playloop.worlds.eternum.model.game;

import dev.playloop.schemas.Require;

/// A hex of the map, or of a structure's inner grid.
///
/// @param alt whether it lies on the other layer of the map
/// @param x column
/// @param y row; grows to the north
public record Hex(boolean alt, long x, long y) {
  /// The largest column and row, as contracts have 32 bits for each.
  public static final long MAX = 0xffff_ffffL;

  public Hex {
    Require.range("x", x, 0, MAX);
    Require.range("y", y, 0, MAX);
  }

  /// How many hexes one must walk; those of another layer are beyond all others.
  public long distance(Hex other) {
    if (alt != other.alt) {
      return Long.MAX_VALUE;
    }
    long rows = Math.abs(y - other.y);
    long columns = Math.abs(column(this) - column(other));
    return rows + Math.max(0, Math.ceilDiv(columns - rows, 2));
  }

  /// In half hexes, as even rows lie half a hex further east: (1, 1) is the northern neighbour in
  /// the east of (0, 0).
  private static long column(Hex hex) {
    return 2 * hex.x + (hex.y % 2 == 0 ? 1 : 0);
  }
}
