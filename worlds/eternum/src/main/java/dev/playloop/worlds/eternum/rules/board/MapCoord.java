package dev.playloop.worlds.eternum.rules.board;

import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Parameters;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;

/// A hex of the map, whose even rows are shifted to the right; NorthEast goes to y + 1. The twin of
/// `hex.cairo`.
public record MapCoord(boolean alt, Uint x, Uint y) {
  /// East, NorthEast, NorthWest, West, SouthWest, SouthEast.
  public static final int DIRECTIONS = 6;

  /// From calldata.
  public static MapCoord read(Parameters parameters) {
    return parameters.whole(it -> new MapCoord(it.bool(), it.u32(), it.u32()));
  }

  public static MapCoord ofStructure(GameRecord structure) {
    return new MapCoord(false, structure.uint("base.coord_x"), structure.uint("base.coord_y"));
  }

  public static MapCoord ofExplorer(GameRecord explorer) {
    return new MapCoord(
        explorer.flag("coord.alt"), explorer.uint("coord.x"), explorer.uint("coord.y"));
  }

  /// The next hex that way; the map ends at 0 and at 2^32 - 1.
  public MapCoord neighbour(int direction) {
    int shift = y.rest(2).isZero() ? 1 : 0;
    return switch (direction) {
      case 0 -> moved(1, 0);
      case 1 -> moved(shift, 1);
      case 2 -> moved(shift - 1, 1);
      case 3 -> moved(-1, 0);
      case 4 -> moved(shift - 1, -1);
      case 5 -> moved(shift, -1);
      default -> throw new IllegalArgumentException("no direction " + direction);
    };
  }

  private MapCoord moved(int dx, int dy) {
    return new MapCoord(alt, moved(x, dx), moved(y, dy));
  }

  private static Uint moved(Uint at, int by) {
    long to = at.toLong() + by;
    Panic.unless(to >= 0 && to < 1L << 32, "the map ends there");
    return Uint.u32(to);
  }

  /// Steps to another hex, a u64.
  public Uint distance(MapCoord other) {
    long dq = column() - other.column();
    long dr = y.toLong() - other.y.toLong();
    return Uint.u64(Math.max(Math.max(Math.abs(dq), Math.abs(dr)), Math.abs(dq + dr)));
  }

  /// Its axial column.
  private long column() {
    return x.toLong() - (y.toLong() + y.toLong() % 2) / 2;
  }
}
