package dev.playloop.worlds.emerald.game;

/// A tile of the map, in map coordinates; those of objects in memory are 7 more.
public record Tile(int x, int y) {
  /// Map coordinates plus this are coordinates of objects, and of the map in memory with its
  /// border.
  public static final int BORDER = 7;

  public Tile next(Direction direction) {
    return new Tile(x + direction.dx(), y + direction.dy());
  }

  public Tile back(Direction direction) {
    return new Tile(x - direction.dx(), y - direction.dy());
  }

  /// Steps from here to `other`, walking straight along both axes.
  public int distance(Tile other) {
    return Math.abs(x - other.x) + Math.abs(y - other.y);
  }

  @Override
  public String toString() {
    return "(" + x + ", " + y + ")";
  }
}
