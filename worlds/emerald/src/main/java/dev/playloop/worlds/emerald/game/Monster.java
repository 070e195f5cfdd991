package dev.playloop.worlds.emerald.game;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/// A monster of the party, decrypted.
///
/// @param slot from 1
/// @param personality tells it apart wherever the game has moved it to
/// @param status 0 where it is well
/// @param intact the checksum fits; where it does not, the bytes were read in the midst of a write
@RecordBuilder
public record Monster(
    int slot,
    long personality,
    int species,
    String name,
    int level,
    int hp,
    int maxHp,
    long status,
    boolean egg,
    int heldItem,
    List<Move> moves,
    boolean intact) {
  public Monster {
    moves = List.copyOf(moves);
  }

  public boolean canFight() {
    return hp > 0 && !egg && species != 0;
  }
}
