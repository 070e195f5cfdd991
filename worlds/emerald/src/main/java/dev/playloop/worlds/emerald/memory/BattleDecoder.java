package dev.playloop.worlds.emerald.memory;

import dev.playloop.worlds.emerald.game.Battle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Turns the bytes of a battle into a [Battle]. Pure.
final class BattleDecoder {
  static final int FIGHTER_BYTES = 0x58;
  private static final int DOUBLE = 1;
  private static final int TRAINER = 8;

  private BattleDecoder() {}

  static Battle decode(Memory memory, GameProfile profile, int battler) {
    long type = memory.u32(profile.at(Symbol.BATTLE_TYPE));
    boolean isDouble = (type & DOUBLE) != 0;
    List<Battle.Fighter> fighters = new ArrayList<>();
    for (int i = 0; i < (isDouble ? 4 : 2); i++) {
      fighters.add(fighter(memory, profile, i));
    }
    return new Battle(
        (type & TRAINER) != 0,
        isDouble,
        memory.u8(profile.at(Symbol.BATTLE_OUTCOME)),
        memory.u8(profile.at(Symbol.ACTION_CURSOR) + battler),
        memory.u8(profile.at(Symbol.MOVE_CURSOR) + battler),
        memory.u8(profile.at(Symbol.MOVES_TO_CHOOSE)),
        fighters);
  }

  private static Battle.Fighter fighter(Memory memory, GameProfile profile, int battler) {
    long at = profile.at(Symbol.BATTLE_MONS) + (long) battler * FIGHTER_BYTES;
    return new Battle.Fighter(
        memory.u16(profile.at(Symbol.BATTLER_PARTY_INDEXES) + 2L * battler),
        memory.u16(at),
        GameText.decode(memory.bytes(at + 48, 11)),
        memory.u8(at + 42),
        memory.u16(at + 40),
        memory.u16(at + 44),
        memory.u32(at + 76),
        memory.u32(at + 80),
        memory.u8(at + 32),
        IntStream.range(0, 8).mapToObj(i -> memory.s8(at + 24 + i)).toList(),
        PartyDecoder.moves(memory, at + 12, at + 36));
  }
}
