package dev.playloop.worlds.eternum.deploy;

import dev.playloop.worlds.chain.Felt;
import java.util.List;

/// A structure of a board, with what its stores hold at the beginning.
///
/// @param id 1 to 99,999; the world gives the numbers above
public record BoardStructure(long id, Felt owner, Site site, String name, List<Stock> stocks) {
  public BoardStructure {
    stocks = List.copyOf(stocks);
  }

  /// What it is, by its place in the contract's enum.
  public enum Category {
    REALM(1),
    HYPERSTRUCTURE(2),
    BANK(3),
    FRAGMENT_MINE(4),
    VILLAGE(5);

    private final int place;

    Category(int place) {
      this.place = place;
    }
  }

  /// @param level 0 to 3
  public record Site(Category category, int level, long x, long y) {}

  /// @param amount times 10^9
  public record Stock(int resource, Felt amount) {}

  List<Felt> words() {
    return List.of(
        Felt.of(id),
        owner,
        Felt.of(site.category().place),
        Felt.of(site.level()),
        Felt.of(site.x()),
        Felt.of(site.y()),
        Felt.shortString(name));
  }
}
