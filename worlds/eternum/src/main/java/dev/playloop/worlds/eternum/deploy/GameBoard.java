package dev.playloop.worlds.eternum.deploy;

import dev.playloop.worlds.chain.Felt;
import java.util.List;

/// What a game begins with. Immutable.
///
/// @param gameId of this game in its world, above 0
public record GameBoard(
    long gameId,
    GameConfig config,
    List<BoardStructure> structures,
    List<Pool> pools,
    List<Monument> monuments) {
  public GameBoard {
    structures = List.copyOf(structures);
    pools = List.copyOf(pools);
    monuments = List.copyOf(monuments);
  }

  /// What a bank's pool holds; amounts times 10^9.
  public record Pool(long bankId, int resource, Felt resourceAmount, Felt lordsAmount) {}

  /// What a structure of the category HYPERSTRUCTURE needs to be complete.
  public record Monument(long structureId, long pointsPerUnit, List<BoardStructure.Stock> needed) {
    public Monument {
      needed = List.copyOf(needed);
    }
  }
}
