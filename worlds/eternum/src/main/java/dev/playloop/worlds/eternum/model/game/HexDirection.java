package dev.playloop.worlds.eternum.model.game;

import org.jspecify.annotations.Nullable;

/// The six neighbours of a hex, numbered from 0. Rows are shifted against each other, so that the
/// column of a neighbour depends on whether the own row is even.
public enum HexDirection implements Variant {
  East(1, 1, 0),
  NorthEast(1, 0, 1),
  NorthWest(0, -1, 1),
  West(-1, -1, 0),
  SouthWest(0, -1, -1),
  SouthEast(1, 0, -1);

  private final int even;
  private final int odd;
  private final int row;

  HexDirection(int even, int odd, int row) {
    this.even = even;
    this.odd = odd;
    this.row = row;
  }

  /// The hex next to that one; null where the map ends.
  public @Nullable Hex from(Hex hex) {
    long x = hex.x() + (hex.y() % 2 == 0 ? even : odd);
    long y = hex.y() + row;
    return x < 0 || y < 0 || x > Hex.MAX || y > Hex.MAX ? null : new Hex(hex.alt(), x, y);
  }

  @Override
  @SuppressWarnings("EnumOrdinal") // contracts number variants by their place
  public int number() {
    return ordinal();
  }
}
