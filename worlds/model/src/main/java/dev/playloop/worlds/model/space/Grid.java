package dev.playloop.worlds.model.space;

import dev.playloop.schemas.space.Tiles;

/// How a world's coordinates lie: how many of its units are a tile, and which way `y` grows. Only
/// sums, products and square roots are taken of them, which come out alike on every machine.
///
/// @param tileWidth and `tileHeight`, in the world's units, from 1
public record Grid(int tileWidth, int tileHeight, boolean isDown) {
  private static final double PARTS = 1_000;

  /// A place less another, in tiles; `y` grows to the south.
  record Step(double x, double y) {
    /// In tiles.
    double length() {
      return Math.sqrt(x * x + y * y);
    }
  }

  Step between(Place from, Place to) {
    double x = minus(to.x(), from.x()) / (PARTS * tileWidth);
    double y = minus(to.y(), from.y()) / (PARTS * tileHeight);
    return new Step(x, isDown ? y : -y);
  }

  private static double minus(Tiles one, Tiles other) {
    return one.thousandths() - other.thousandths();
  }

  /// Where something is, in the world's units.
  record Place(Tiles x, Tiles y) {}
}
