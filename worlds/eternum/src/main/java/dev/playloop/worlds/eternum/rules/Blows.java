package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.eternum.rules.board.Stores;
import dev.playloop.worlds.eternum.rules.board.TroopStack;
import dev.playloop.worlds.eternum.rules.cairo.Uint;

/// One exchange of blows, decided by numbers alone. The twin of the first part of `battle.cairo`.
///
/// @param attacker what the attacker loses: whole troops, rounded up, never more than there are
/// @param defender the same of the defender
record Blows(Uint attacker, Uint defender) {
  /// Of the other side's strength, what an attacker and a defender strike down, in percent.
  private static final long ATTACK_PERCENT = 50;

  private static final long DEFENCE_PERCENT = 40;

  /// What troops of the stronger kind count, in percent.
  private static final long ADVANTAGE = 125;

  /// A tier counts three of the one below.
  private static final int[] STRENGTH = {1, 3, 9};

  /// Of each category the one that it beats: Knights Crossbowmen, Paladins Knights, and so on.
  private static final int[] BEATS = {2, 0, 1};

  static Blows between(TroopStack attacker, TroopStack defender) {
    return new Blows(
        loss(attacker, power(defender, attacker).times(DEFENCE_PERCENT)),
        loss(defender, power(attacker, defender).times(ATTACK_PERCENT)));
  }

  /// Strength against such troops, times 100.
  static Uint power(TroopStack side, TroopStack against) {
    long kind = BEATS[side.category()] == against.category() ? ADVANTAGE : 100;
    return side.count().times(STRENGTH[side.tier()]).times(kind);
  }

  private static Uint loss(TroopStack side, Uint struck) {
    Uint fallen = struck.over(10_000L * STRENGTH[side.tier()]);
    Uint whole = fallen.plus(Stores.PRECISION).minus(1).over(Stores.PRECISION);
    return whole.times(Stores.PRECISION).min(side.count());
  }
}
