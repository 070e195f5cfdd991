package dev.playloop.worlds.emerald.memory;

import dev.playloop.worlds.emerald.game.FieldView;
import dev.playloop.worlds.emerald.game.GameView;
import dev.playloop.worlds.emerald.game.Routine;
import dev.playloop.worlds.emerald.memory.Memory.Block;
import dev.playloop.worlds.emerald.memory.ViewDecoder.SaveBlocks;
import java.util.List;

/// A game's RAM as tests write it: a player at (8, 7) on map 0.1 who faces south, and nothing else.
final class TestMemory {
  static final GameProfile PROFILE = KnownGames.standard().of("AGB-BPEE", 16_777_216);
  static final SaveBlocks BLOCKS = new SaveBlocks(0x02025A00L, 0x02024A54L);
  private static final long WRAM = 0x02000000L;
  private static final long IWRAM = 0x03000000L;

  final byte[] wram = new byte[0x40000];
  final byte[] iwram = new byte[0x8000];

  TestMemory() {
    u32(PROFILE.at(Symbol.SAVE_BLOCK_1), BLOCKS.first());
    u32(PROFILE.at(Symbol.SAVE_BLOCK_2), BLOCKS.second());
    u32(PROFILE.at(Symbol.MAIN) + 4, PROFILE.of(Routine.OVERWORLD));
    u8(PROFILE.at(Symbol.PLAYER_AVATAR), 1);
    object(0, 0x00018081L, 8, 7);
    at(8, 7);
    u8(BLOCKS.first() + 5, 1);
  }

  TestMemory u8(long address, int value) {
    byte[] ram = address >= IWRAM ? iwram : wram;
    ram[(int) (address - (address >= IWRAM ? IWRAM : WRAM))] = (byte) value;
    return this;
  }

  TestMemory u16(long address, int value) {
    return u8(address, value).u8(address + 1, value >> 8);
  }

  TestMemory u32(long address, long value) {
    return u16(address, (int) value).u16(address + 2, (int) (value >> 16));
  }

  /// An object of the map at map coordinates that stands still.
  TestMemory object(int index, long flags, int x, int y) {
    long at = PROFILE.at(Symbol.OBJECT_EVENTS) + index * 0x24L;
    u32(at, flags).u8(at + 0x0B, 0x33).u8(at + 0x18, 0x11);
    u16(at + 0x10, x + 7).u16(at + 0x12, y + 7);
    return u16(at + 0x14, x + 7).u16(at + 0x16, y + 7);
  }

  private void at(int x, int y) {
    u16(BLOCKS.first(), x).u16(BLOCKS.first() + 2, y);
  }

  Memory memory() {
    return new Memory(List.of(new Block(WRAM, wram), new Block(IWRAM, iwram)));
  }

  FieldView field() {
    return new ViewDecoder(PROFILE).field(100, memory(), BLOCKS);
  }

  GameView view() {
    return new ViewDecoder(PROFILE).decode(100, memory(), BLOCKS, true);
  }

  /// A monster in a slot from 0, encrypted as the game does.
  TestMemory monster(int slot, long personality, long trainer, int species, int hp) {
    long at = PROFILE.at(Symbol.PARTY) + slot * 100L;
    u32(at, personality).u32(at + 4, trainer);
    byte[] name = {(byte) 0xBB, (byte) 0xD5, (byte) 0xFF};
    for (int i = 0; i < name.length; i++) {
      u8(at + 8 + i, name[i]);
    }
    u8(at + 84, 12).u16(at + 86, hp).u16(at + 88, 40);
    int[] words = new int[24];
    String order = ORDERS[(int) (personality % 24)];
    words[order.indexOf('G') * 6] = species;
    words[order.indexOf('A') * 6] = 33;
    words[order.indexOf('A') * 6 + 1] = 45;
    words[order.indexOf('A') * 6 + 4] = 35 | (40 << 8);
    int sum = 0;
    for (int word : words) {
      sum = (sum + word) & 0xFFFF;
    }
    u16(at + 28, sum);
    long key = personality ^ trainer;
    for (int i = 0; i < 12; i++) {
      u32(at + 32 + 4L * i, (words[2 * i] | ((long) words[2 * i + 1] << 16)) ^ key);
    }
    return this;
  }

  /// Written out once more, so that a slip in the decoder's table is seen.
  private static final String[] ORDERS = {
    "GAEM", "GAME", "GEAM", "GEMA", "GMAE", "GMEA", "AGEM", "AGME", "AEGM", "AEMG", "AMGE", "AMEG",
    "EGAM", "EGMA", "EAGM", "EAMG", "EMGA", "EMAG", "MGAE", "MGEA", "MAGE", "MAEG", "MEGA", "MEAG"
  };
}
