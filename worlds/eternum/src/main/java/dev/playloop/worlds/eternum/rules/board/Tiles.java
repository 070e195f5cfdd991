package dev.playloop.worlds.eternum.rules.board;

import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;

/// Hexes of the map: explored or not, and who stands there. The twin of `tiles.cairo`.
public final class Tiles {
  public static final int NOBODY = 0;
  public static final int STRUCTURE = 1;
  public static final int EXPLORER = 2;

  private Tiles() {}

  /// The tile, unexplored and free where nothing is known.
  public static GameRecord tile(OpenGame game, MapCoord at) {
    return game.find("Tile", at.x().felt(), at.y().felt())
        .orElseGet(() -> game.blank("Tile", at.x().felt(), at.y().felt()));
  }

  /// The tile, which must be explored and free.
  public static void checkFree(OpenGame game, MapCoord at) {
    GameRecord tile = tile(game, at);
    String name = "tile " + at.x() + "," + at.y();
    Panic.unless(tile.variant("biome") != 0, name + " is not explored");
    Panic.unless(
        tile.variant("occupier_kind") == NOBODY, name + " is taken by " + tile.uint("occupier_id"));
  }

  public static void vacate(OpenGame game, MapCoord at) {
    game.put(tile(game, at).with("occupier_id", 0).withVariant("occupier_kind", NOBODY));
  }

  public static void occupy(OpenGame game, MapCoord at, Uint explorer) {
    game.put(tile(game, at).with("occupier_id", explorer).withVariant("occupier_kind", EXPLORER));
  }
}
