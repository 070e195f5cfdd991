package dev.playloop.worlds.eternum.rules.board;

import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;

/// Where explorers stand and how they leave. The twin of the second part of `troops.cairo`.
public final class Explorers {
  private Explorers() {}

  public static void checkBesideExplorer(MapCoord from, int direction, MapCoord to, Uint id) {
    checkAdjacent(from, direction, to, "explorer " + id);
  }

  public static void checkBesideStructure(
      MapCoord from, int direction, GameRecord structure, Uint id) {
    checkAdjacent(from, direction, MapCoord.ofStructure(structure), "structure " + id);
  }

  private static void checkAdjacent(MapCoord from, int direction, MapCoord to, String name) {
    Panic.unless(from.neighbour(direction).equals(to), name + " is not there");
  }

  /// Writes where it is into the explorer, which is not kept by that.
  public static GameRecord placed(GameRecord explorer, MapCoord at) {
    return explorer.with("coord.alt", at.alt()).with("coord.x", at.x()).with("coord.y", at.y());
  }

  /// Keeps the explorer, or takes it off the map where none of its troops is left.
  public static void keepOrRemove(OpenGame game, Uint id, GameRecord explorer) {
    if (explorer.uint("troops.count").isZero()) {
      remove(game, id, explorer);
    } else {
      game.put(explorer);
    }
  }

  /// Takes the explorer off the map and off its home's count.
  public static void remove(OpenGame game, Uint id, GameRecord explorer) {
    Tiles.vacate(game, MapCoord.ofExplorer(explorer));
    GameRecord home = game.structure(explorer.uint("owner"));
    Uint explorers = home.uint("base.troop_explorer_count");
    game.put(home.with("base.troop_explorer_count", explorers.minus(1)));
    game.remove("ExplorerTroops", id.felt());
  }
}
