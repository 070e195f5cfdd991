package dev.playloop.worlds.emerald.game;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The ground around the player: a window of whole tiles, and the warps of the map. Immutable.
public final class Terrain {
  /// How far around the player it reaches: the longest path, a ledge at each step, and one more.
  public static final int REACH = 21;

  private final int mapWidth;
  private final int mapHeight;
  private final Tile corner;
  private final int columns;
  private final List<Cell> cells;
  private final List<Warp> warps;

  /// One tile. `collision` 0 can be entered; `elevation` 0 and 15 fit any walker.
  public record Cell(int metatile, int collision, int elevation, int behaviour) {
    private static final int UNDEFINED = 0x3FF;

    public static Cell of(int entry, int behaviour) {
      return new Cell(entry & 0x3FF, (entry >> 10) & 3, (entry >> 12) & 0xF, behaviour);
    }

    public boolean isOutside() {
      return metatile == UNDEFINED;
    }
  }

  /// A tile that leads to another map.
  public record Warp(Tile tile, MapId to) {}

  /// A window whose first cell lies at `corner`; rows of `columns` cells each.
  public record Window(Tile corner, int columns, List<Cell> cells) {
    public Window {
      cells = List.copyOf(cells);
    }
  }

  public Terrain(int mapWidth, int mapHeight, Window window, List<Warp> warps) {
    this.mapWidth = mapWidth;
    this.mapHeight = mapHeight;
    this.corner = window.corner();
    this.columns = window.columns();
    this.cells = window.cells();
    this.warps = List.copyOf(warps);
  }

  /// The tile's cell, or null outside of the window.
  public @Nullable Cell at(Tile tile) {
    int column = tile.x() - corner.x();
    int row = tile.y() - corner.y();
    return column < 0 || column >= columns || row < 0 || row * columns + column >= cells.size()
        ? null
        : cells.get(row * columns + column);
  }

  /// Whether the tile belongs to this map, not to a neighbour that its border shows.
  public boolean isOnMap(Tile tile) {
    return tile.x() >= 0 && tile.x() < mapWidth && tile.y() >= 0 && tile.y() < mapHeight;
  }

  public Optional<Warp> warpAt(Tile tile) {
    return warps.stream().filter(warp -> warp.tile().equals(tile)).findFirst();
  }

  public List<Warp> warps() {
    return warps;
  }

  public int mapWidth() {
    return mapWidth;
  }

  public int mapHeight() {
    return mapHeight;
  }

  /// The walkable neighbours of a tile that are plain ground, for messages.
  public List<Direction> openWays(Tile tile) {
    List<Direction> open = new ArrayList<>();
    for (Direction direction : Direction.values()) {
      Cell cell = at(tile.next(direction));
      if (cell != null && cell.collision() == 0 && !cell.isOutside()) {
        open.add(direction);
      }
    }
    return open;
  }
}
