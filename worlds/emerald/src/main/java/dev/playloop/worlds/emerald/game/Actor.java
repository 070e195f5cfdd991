package dev.playloop.worlds.emerald.game;

import io.soabase.recordbuilder.core.RecordBuilder;

/// Another object of the map: an NPC, or something that lies there. Blocks the tile that it stands
/// on and, in the midst of a step, the one that it comes from.
///
/// @param index which of the 15 it is; what `stun_npc` takes
/// @param moving a step is under way, so that freezing it would hang the game
/// @param flags all its flags, as they lie in memory
/// @param frozen the game, or a stun, keeps it from starting another
@RecordBuilder
public record Actor(
    int index,
    int x,
    int y,
    int previousX,
    int previousY,
    Direction facing,
    int elevation,
    boolean moving,
    boolean frozen,
    long flags) {
  public Tile tile() {
    return new Tile(x, y);
  }

  public Tile previous() {
    return new Tile(previousX, previousY);
  }

  boolean isOn(Tile tile) {
    return tile().equals(tile) || previous().equals(tile);
  }
}
