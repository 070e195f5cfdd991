package dev.playloop.worlds.eternum.rules.board;

import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;

/// What a structure's level gives it.
public final class StructureLevels {
  private static final int REALM = 1;
  private static final int VILLAGE = 5;

  private StructureLevels() {}

  /// A realm or a village: people live and build there.
  public static boolean isSettled(GameRecord structure) {
    int category = structure.variant("base.category");
    return category == REALM || category == VILLAGE;
  }

  /// The structure with a level, and the guard slots and explorers that come with it.
  public static GameRecord reach(GameRecord structure, Uint level) {
    boolean highest = level.atLeast(Uint.u8(3));
    return structure
        .with("base.level", level)
        .with("base.troop_max_guard_count", highest ? Uint.u8(4) : level.plus(1))
        .with("base.troop_max_explorer_count", highest ? Uint.u8(8) : level.plus(1).times(2));
  }
}
