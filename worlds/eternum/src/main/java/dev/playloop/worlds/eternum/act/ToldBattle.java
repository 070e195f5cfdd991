package dev.playloop.worlds.eternum.act;

import org.jspecify.annotations.Nullable;

/// How a battle ended, as the one who began it is told.
///
/// @param attackerLost troops, in whole units with at most nine decimals; `defenderLost` too
/// @param winnerId null where both still stand, or none
record ToldBattle(
    long attackerId,
    long defenderId,
    String attackerLost,
    String defenderLost,
    @Nullable Long winnerId) {}
