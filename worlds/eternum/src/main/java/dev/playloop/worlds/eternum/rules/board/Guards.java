package dev.playloop.worlds.eternum.rules.board;

import dev.playloop.worlds.eternum.rules.cairo.Panic;
import dev.playloop.worlds.eternum.rules.cairo.Uint;
import dev.playloop.worlds.eternum.rules.record.GameRecord;

/// A structure's guards by slot: Delta, Charlie, Bravo, Alpha.
public final class Guards {
  public static final int SLOTS = 4;

  private static final String[] PREFIXES = {
    "troop_guards.delta.", "troop_guards.charlie.", "troop_guards.bravo.", "troop_guards.alpha."
  };

  private Guards() {}

  public static TroopStack guard(GameRecord structure, int slot) {
    return TroopStack.read(structure, PREFIXES[slot]);
  }

  /// Writes them into the structure, which is not kept by that.
  public static GameRecord withGuard(GameRecord structure, int slot, TroopStack troops) {
    troops.write(structure, PREFIXES[slot]);
    return structure;
  }

  /// A slot is open where the structure's level gives it.
  public static void checkSlot(Uint id, GameRecord structure, int slot) {
    Uint open = structure.uint("base.troop_max_guard_count");
    Panic.unless(Uint.u8(slot).below(open), "structure " + id + " has " + open + " guard slots");
  }

  /// A slot with troops in it.
  public static void checkFilled(Uint id, int slot, Uint count) {
    Panic.unless(!count.isZero(), "structure " + id + " has no guard in slot " + slot);
  }
}
