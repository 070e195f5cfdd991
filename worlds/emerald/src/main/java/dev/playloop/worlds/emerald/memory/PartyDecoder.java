package dev.playloop.worlds.emerald.memory;

import dev.playloop.worlds.emerald.game.Monster;
import dev.playloop.worlds.emerald.game.MonsterBuilder;
import dev.playloop.worlds.emerald.game.Move;
import java.util.ArrayList;
import java.util.List;

/// Decrypts the party. Pure. A monster is 100 bytes; bytes 0x20 to 0x4F are four blocks of 12,
/// xor-ed with personality and trainer, in an order that follows from the personality.
final class PartyDecoder {
  static final int SLOTS = 6;
  static final int BYTES = 100;
  private static final int SECRET = 0x20;
  private static final int SECRET_BYTES = 48;
  private static final int BLOCK_BYTES = 12;

  /// Where the blocks Growth, Attacks, Effort and Misc stand, by personality modulo 24.
  private static final String[] ORDERS =
      ("GAEM GAME GEAM GEMA GMAE GMEA AGEM AGME AEGM AEMG AMGE AMEG"
              + " EGAM EGMA EAGM EAMG EMGA EMAG MGAE MGEA MAGE MAEG MEGA MEAG")
          .split(" ");

  private PartyDecoder() {}

  static List<Monster> decode(Memory memory, GameProfile profile) {
    int count = Math.min(memory.u8(profile.at(Symbol.PARTY_COUNT)), SLOTS);
    List<Monster> party = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      party.add(monster(memory, profile.at(Symbol.PARTY) + (long) i * BYTES, i + 1));
    }
    return party;
  }

  private static Monster monster(Memory memory, long at, int slot) {
    long personality = memory.u32(at);
    Memory secret = decrypted(memory, at, personality ^ memory.u32(at + 4));
    int sum = 0;
    for (int i = 0; i < SECRET_BYTES; i += 2) {
      sum = (sum + secret.u16(i)) & 0xFFFF;
    }
    String order = ORDERS[(int) (personality % ORDERS.length)];
    long growth = (long) order.indexOf('G') * BLOCK_BYTES;
    long attacks = (long) order.indexOf('A') * BLOCK_BYTES;
    return MonsterBuilder.builder()
        .slot(slot)
        .personality(personality)
        .species(secret.u16(growth))
        .name(GameText.decode(memory.bytes(at + 8, 10)))
        .level(memory.u8(at + 84))
        .hp(memory.u16(at + 86))
        .maxHp(memory.u16(at + 88))
        .status(memory.u32(at + 80))
        .egg((memory.u8(at + 19) & 4) != 0)
        .heldItem(secret.u16(growth + 2))
        .moves(moves(secret, attacks, attacks + 8))
        .intact(sum == memory.u16(at + 28))
        .build();
  }

  /// Up to four moves: numbers at `numbers`, u16 each, and PP at `pp`, u8 each.
  static List<Move> moves(Memory memory, long numbers, long pp) {
    List<Move> moves = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int move = memory.u16(numbers + 2L * i);
      if (move != 0) {
        moves.add(new Move(i + 1, move, memory.u8(pp + i)));
      }
    }
    return moves;
  }

  private static Memory decrypted(Memory memory, long at, long key) {
    byte[] plain = new byte[SECRET_BYTES];
    for (int i = 0; i < SECRET_BYTES; i += 4) {
      long word = memory.u32(at + SECRET + i) ^ key;
      for (int k = 0; k < 4; k++) {
        plain[i + k] = (byte) (word >> (8 * k));
      }
    }
    return Memory.of(0, plain);
  }
}
