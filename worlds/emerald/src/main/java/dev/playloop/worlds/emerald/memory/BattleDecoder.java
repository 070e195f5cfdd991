package dev.playloop.worlds.emerald.memory;

import dev.playloop.worlds.emerald.game.Battle;
import dev.playloop.worlds.emerald.game.BattleBuilder;
import dev.playloop.worlds.emerald.game.BattleFighterBuilder;
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
    return BattleBuilder.builder()
        .trainer((type & TRAINER) != 0)
        .isDouble(isDouble)
        .outcome(memory.u8(profile.at(Symbol.BATTLE_OUTCOME)))
        .actionCursor(memory.u8(profile.at(Symbol.ACTION_CURSOR) + battler))
        .moveCursor(memory.u8(profile.at(Symbol.MOVE_CURSOR) + battler))
        .moves(memory.u8(profile.at(Symbol.MOVES_TO_CHOOSE)))
        .fighters(fighters)
        .build();
  }

  private static Battle.Fighter fighter(Memory memory, GameProfile profile, int battler) {
    long at = profile.at(Symbol.BATTLE_MONS) + (long) battler * FIGHTER_BYTES;
    return BattleFighterBuilder.builder()
        .partyIndex(memory.u16(profile.at(Symbol.BATTLER_PARTY_INDEXES) + 2L * battler))
        .species(memory.u16(at))
        .name(GameText.decode(memory.bytes(at + 48, 11)))
        .level(memory.u8(at + 42))
        .hp(memory.u16(at + 40))
        .maxHp(memory.u16(at + 44))
        .status(memory.u32(at + 76))
        .condition(memory.u32(at + 80))
        .ability(memory.u8(at + 32))
        .stages(IntStream.range(0, 8).mapToObj(i -> memory.s8(at + 24 + i)).toList())
        .moves(PartyDecoder.moves(memory, at + 12, at + 36))
        .build();
  }
}
