package dev.playloop.worlds.emerald.memory;

import dev.playloop.worlds.emerald.game.MapId;
import dev.playloop.worlds.emerald.game.Terrain;
import dev.playloop.worlds.emerald.game.Terrain.Cell;
import dev.playloop.worlds.emerald.game.Terrain.Warp;
import dev.playloop.worlds.emerald.game.Terrain.Window;
import dev.playloop.worlds.emerald.game.Tile;
import dev.playloop.worlds.emerald.mgba.Mgba;
import dev.playloop.worlds.emerald.mgba.Mgba.Range;
import dev.playloop.worlds.emerald.mgba.MgbaException.UnexpectedAnswer;
import java.util.ArrayList;
import java.util.List;

/// Reads the ground around a tile: entries of the map in memory, and by the map's header in the
/// cartridge the behaviours of its tiles and its warps.
///
/// Nothing is kept between two calls: a map's header may change with any step.
final class TerrainReader {
  private static final int LAYOUT_BYTES = 24;
  private static final int TILESET_BYTES = 20;
  private static final int EVENTS_BYTES = 20;
  private static final int WARP_BYTES = 8;
  private static final int PRIMARY_TILES = 512;

  /// The largest map in memory, in tiles.
  private static final int MAX_TILES = 0x2800;

  private final Mgba mgba;
  private final GameProfile profile;

  TerrainReader(Mgba mgba, GameProfile profile) {
    this.mgba = mgba;
    this.profile = profile;
  }

  /// `map` is the grid with its border: `width` tiles a row from address `tiles` on.
  private record Grid(int width, int height, long tiles, long layout, long events) {}

  Terrain around(Tile centre) throws InterruptedException {
    Grid grid = grid();
    int left = Math.max(0, centre.x() + Tile.BORDER - Terrain.REACH);
    int right = Math.min(grid.width() - 1, centre.x() + Tile.BORDER + Terrain.REACH);
    int top = Math.max(0, centre.y() + Tile.BORDER - Terrain.REACH);
    int bottom = Math.min(grid.height() - 1, centre.y() + Tile.BORDER + Terrain.REACH);
    if (left > right || top > bottom) {
      throw new UnexpectedAnswer(
          "/core/readrange",
          "a player inside a map of %dx%d".formatted(grid.width(), grid.height()),
          "one at " + centre);
    }
    List<Range> ranges = new ArrayList<>();
    for (int row = top; row <= bottom; row++) {
      ranges.add(
          Range.of(grid.tiles() + 2L * ((long) row * grid.width() + left), 2 * (right - left + 1)));
    }
    ranges.add(Range.of(grid.layout(), LAYOUT_BYTES));
    ranges.add(Range.of(grid.events(), EVENTS_BYTES));
    Memory memory = GameReader.read(mgba, whole(ranges, top, bottom, grid));
    List<Integer> entries = new ArrayList<>();
    for (int row = top; row <= bottom; row++) {
      for (int column = left; column <= right; column++) {
        entries.add(memory.u16(grid.tiles() + 2L * ((long) row * grid.width() + column)));
      }
    }
    Memory cartridge = cartridge(memory, grid, entries);
    List<Cell> cells = new ArrayList<>(entries.size());
    for (int entry : entries) {
      cells.add(Cell.of(entry, behaviour(cartridge, entry & 0x3FF)));
    }
    return new Terrain(
        (int) memory.u32(grid.layout()),
        (int) memory.u32(grid.layout() + 4),
        new Window(new Tile(left - Tile.BORDER, top - Tile.BORDER), right - left + 1, cells),
        warps(cartridge));
  }

  /// Rows are read as one range where that is not much more than the rows alone: fewer requests.
  private static List<Range> whole(List<Range> ranges, int top, int bottom, Grid grid) {
    int bytes = 2 * (bottom - top + 1) * grid.width();
    if (bytes > Mgba.MAX_RANGE / 2) {
      return ranges;
    }
    List<Range> fewer = new ArrayList<>();
    fewer.add(Range.of(grid.tiles() + 2L * top * grid.width(), bytes));
    fewer.addAll(ranges.subList(bottom - top + 1, ranges.size()));
    return fewer;
  }

  private Grid grid() throws InterruptedException {
    long header = profile.at(Symbol.MAP_HEADER);
    long map = profile.at(Symbol.MAP_LAYOUT);
    Memory memory = GameReader.read(mgba, List.of(Range.of(header, 8), Range.of(map, 12)));
    long width = memory.u32(map);
    long height = memory.u32(map + 4);
    if (width < 1 || height < 1 || width * height > MAX_TILES) {
      throw new UnexpectedAnswer(
          "/core/readrange", "a map of at most " + MAX_TILES + " tiles", width + "x" + height);
    }
    return new Grid(
        (int) width, (int) height, memory.u32(map + 8), memory.u32(header), memory.u32(header + 4));
  }

  /// Where the two tables of behaviours begin, and the warps.
  private static final long PRIMARY = 0;

  private static final long SECONDARY = 0x1000;
  private static final long WARPS = 0x2000;

  /// What the cartridge holds of this map, re-addressed: behaviours (u16 each) from [#PRIMARY] and
  /// [#SECONDARY] on, as many as the window needs; the number of warps at [#WARPS], then they.
  private Memory cartridge(Memory memory, Grid grid, List<Integer> entries)
      throws InterruptedException {
    long primary = memory.u32(grid.layout() + 16);
    long secondary = memory.u32(grid.layout() + 20);
    Memory tilesets =
        GameReader.read(
            mgba, List.of(Range.of(primary, TILESET_BYTES), Range.of(secondary, TILESET_BYTES)));
    int first = 1;
    int second = 1;
    for (int entry : entries) {
      int id = entry & 0x3FF;
      if (id != 0x3FF) {
        first = id < PRIMARY_TILES ? Math.max(first, id + 1) : first;
        second = id >= PRIMARY_TILES ? Math.max(second, id - PRIMARY_TILES + 1) : second;
      }
    }
    int warps = memory.u8(grid.events() + 1);
    List<Range> ranges = new ArrayList<>();
    ranges.add(Range.of(tilesets.u32(primary + 16), 2 * first));
    ranges.add(Range.of(tilesets.u32(secondary + 16), 2 * second));
    if (warps > 0) {
      ranges.add(Range.of(memory.u32(grid.events() + 8), WARP_BYTES * warps));
    }
    List<byte[]> read = mgba.read(ranges);
    List<Memory.Block> blocks = new ArrayList<>();
    blocks.add(new Memory.Block(PRIMARY, read.get(0)));
    blocks.add(new Memory.Block(SECONDARY, read.get(1)));
    blocks.add(new Memory.Block(WARPS, new byte[] {(byte) warps}));
    if (warps > 0) {
      blocks.add(new Memory.Block(WARPS + 1, read.get(2)));
    }
    return new Memory(blocks);
  }

  private static int behaviour(Memory cartridge, int id) {
    if (id == 0x3FF) {
      return 0;
    }
    return id < PRIMARY_TILES
        ? cartridge.u8(PRIMARY + 2L * id)
        : cartridge.u8(SECONDARY + 2L * (id - PRIMARY_TILES));
  }

  private static List<Warp> warps(Memory cartridge) {
    List<Warp> warps = new ArrayList<>();
    for (int i = 0; i < cartridge.u8(WARPS); i++) {
      long at = WARPS + 1 + (long) i * WARP_BYTES;
      warps.add(
          new Warp(
              new Tile(cartridge.s16(at), cartridge.s16(at + 2)),
              new MapId(cartridge.u8(at + 7), cartridge.u8(at + 6))));
    }
    return warps;
  }
}
