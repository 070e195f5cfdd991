package dev.playloop.worlds.emerald.game;

import dev.playloop.worlds.emerald.model.Button;
import dev.playloop.worlds.emerald.model.GameState.Facing;

/// The four ways, with the game's own numbers. y grows to the south.
public enum Direction {
  SOUTH(1, 0, 1, Button.Down, Facing.south),
  NORTH(2, 0, -1, Button.Up, Facing.north),
  WEST(3, -1, 0, Button.Left, Facing.west),
  EAST(4, 1, 0, Button.Right, Facing.east);

  private final int code;
  private final int dx;
  private final int dy;
  private final Button button;
  private final Facing facing;

  Direction(int code, int dx, int dy, Button button, Facing facing) {
    this.code = code;
    this.dx = dx;
    this.dy = dy;
    this.button = button;
    this.facing = facing;
  }

  public int dx() {
    return dx;
  }

  public int dy() {
    return dy;
  }

  /// The button that walks this way.
  public Button button() {
    return button;
  }

  public Facing facing() {
    return facing;
  }

  /// In the low nibble; south where the game has none yet.
  public static Direction ofCode(int code) {
    for (Direction direction : values()) {
      if (direction.code == (code & 0xF)) {
        return direction;
      }
    }
    return SOUTH;
  }

  public String words() {
    return facing.name();
  }
}
