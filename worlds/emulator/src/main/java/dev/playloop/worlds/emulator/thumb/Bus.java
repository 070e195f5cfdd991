package dev.playloop.worlds.emulator.thumb;

import dev.playloop.worlds.emulator.machine.Hex;
import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.emulator.machine.LittleEndian;
import dev.playloop.worlds.emulator.machine.MachineFault;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/// The memory of [ThumbMachine] as its processor sees it: work RAM with its mirrors, registers of
/// which VCOUNT and KEYINPUT live, palette, video RAM, sprites, cartridge. There is no BIOS, no
/// timer, no DMA and no interrupt: the registers keep what is written to them and do nothing.
///
/// A frame is what lies between two waits for the screen. VCOUNT answers 160 (the screen is done)
/// the first time that the game asks in a frame, and 0 from then on; the third time, which is the
/// game waiting for the next frame, ends it.
final class Bus {
  private static final int IO_SIZE = 0x400;
  private static final int VCOUNT = 0x006;
  private static final int KEYINPUT = 0x130;
  private static final int LINES = 160;
  private static final int POLLS_PER_FRAME = 3;
  private static final int OBJECT_TILES_IN_BITMAP_MODES = 0x14000;

  private static final byte[] NONE = {};

  final byte[] ewram = new byte[0x40000];
  final byte[] iwram = new byte[0x8000];
  final byte[] palette = new byte[0x400];
  final byte[] vram = new byte[0x18000];
  final byte[] sprites = new byte[0x400];
  private final byte[] io = new byte[IO_SIZE];
  private final byte[] rom;
  private final int romSize;
  private int polls;
  private int keys;

  Bus(byte[] rom) {
    this.romSize = rom.length;
    this.rom = Arrays.copyOf(rom, (rom.length + 3) & ~3);
  }

  void beginFrame(int held) {
    polls = 0;
    keys = Key.pressable(held);
  }

  boolean frameIsOver() {
    return polls >= POLLS_PER_FRAME;
  }

  /// The 16 bits that DISPCNT holds: how the screen is drawn.
  int displayControl() {
    return LittleEndian.u16(io, 0);
  }

  int read8(int address) {
    int half = read16(address & ~1);
    return (address & 1) == 0 ? half & 0xFF : half >>> 8;
  }

  int read16(int address) {
    return switch (address >>> 24) {
      case 0x02 -> LittleEndian.u16(ewram, address & 0x3FFFE);
      case 0x03 -> LittleEndian.u16(iwram, address & 0x7FFE);
      case 0x04 -> register(address);
      case 0x05 -> LittleEndian.u16(palette, address & 0x3FE);
      case 0x06 -> LittleEndian.u16(vram, videoOffset(address) & ~1);
      case 0x07 -> LittleEndian.u16(sprites, address & 0x3FE);
      case 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D -> {
        int offset = address & 0x1FFFFFE;
        if (offset >= rom.length) {
          throw unmapped("read", address);
        }
        yield LittleEndian.u16(rom, offset);
      }
      default -> throw unmapped("read", address);
    };
  }

  int read32(int address) {
    int aligned = address & ~3;
    return switch (address >>> 24) {
      case 0x02 -> LittleEndian.i32(ewram, aligned & 0x3FFFF);
      case 0x03 -> LittleEndian.i32(iwram, aligned & 0x7FFF);
      default -> read16(aligned) | read16(aligned + 2) << 16;
    };
  }

  void write8(int address, int value) {
    switch (address >>> 24) {
      case 0x02 -> ewram[address & 0x3FFFF] = (byte) value;
      case 0x03 -> iwram[address & 0x7FFF] = (byte) value;
      case 0x04 -> {
        int offset = registerOffset("write", address);
        io[offset] = (byte) value;
      }
      // Eight bits are written to both halves, as the hardware does it.
      case 0x05 -> write16(address, twice(value));
      case 0x06 -> {
        if (videoOffset(address) < OBJECT_TILES_IN_BITMAP_MODES) {
          write16(address, twice(value));
        }
      }
      case 0x07 -> {
        // Sprites take no single byte.
      }
      default -> throw unmapped("write", address);
    }
  }

  private static int twice(int value) {
    return (value & 0xFF) * 0x101;
  }

  void write16(int address, int value) {
    switch (address >>> 24) {
      case 0x02 -> LittleEndian.put16(ewram, address & 0x3FFFE, value);
      case 0x03 -> LittleEndian.put16(iwram, address & 0x7FFE, value);
      case 0x04 -> LittleEndian.put16(io, registerOffset("write", address) & ~1, value);
      case 0x05 -> LittleEndian.put16(palette, address & 0x3FE, value);
      case 0x06 -> LittleEndian.put16(vram, videoOffset(address) & ~1, value);
      case 0x07 -> LittleEndian.put16(sprites, address & 0x3FE, value);
      default -> throw unmapped("write", address);
    }
  }

  void write32(int address, int value) {
    int aligned = address & ~3;
    switch (address >>> 24) {
      case 0x02 -> LittleEndian.put32(ewram, aligned & 0x3FFFF, value);
      case 0x03 -> LittleEndian.put32(iwram, aligned & 0x7FFF, value);
      default -> {
        write16(aligned, value);
        write16(aligned + 2, value >>> 16);
      }
    }
  }

  private int register(int address) {
    int offset = registerOffset("read", address) & ~1;
    return switch (offset) {
      case VCOUNT -> line();
      case KEYINPUT -> ~keys & Key.ALL;
      default -> LittleEndian.u16(io, offset);
    };
  }

  private int line() {
    polls++;
    return polls == 1 ? LINES : 0;
  }

  private static int registerOffset(String what, int address) {
    int offset = address & 0xFFFFFF;
    if (offset >= IO_SIZE) {
      throw unmapped(what, address);
    }
    return offset;
  }

  /// 96 KB in a window of 128: its last 32 KB appear twice.
  private static int videoOffset(int address) {
    int offset = address & 0x1FFFF;
    return offset < 0x18000 ? offset : offset - 0x8000;
  }

  private static MachineFault unmapped(String what, int address) {
    return new MachineFault(
        "the game wanted to %s %s, where nothing is".formatted(what, Hex.address(address)));
  }

  /// What a look from outside finds from `address` on, which must not count as the game's own; 0
  /// where nothing is.
  byte[] peek(int address, int length) {
    byte[] bytes = new byte[length];
    byte[] memory = large(address);
    int offset = address >>> 24 == 0x06 ? videoOffset(address) : address & (memory.length - 1);
    if (memory.length > 0 && offset + length <= memory.length) {
      System.arraycopy(memory, offset, bytes, 0, length);
    } else {
      for (int i = 0; i < length; i++) {
        bytes[i] = (byte) peek(address + i);
      }
    }
    return bytes;
  }

  /// The memories where most looks go, so that these are copied in one piece.
  private byte[] large(int address) {
    return switch (address >>> 24) {
      case 0x02 -> ewram;
      case 0x03 -> iwram;
      case 0x06 -> vram;
      default -> NONE;
    };
  }

  private int peek(int address) {
    int offset = address & 0xFFFFFF;
    return 0xFF
        & switch (address >>> 24) {
          case 0x02 -> ewram[offset & 0x3FFFF];
          case 0x03 -> iwram[offset & 0x7FFF];
          case 0x04 -> offset < IO_SIZE ? peekRegister(offset) : 0;
          case 0x05 -> palette[offset & 0x3FF];
          case 0x06 -> vram[videoOffset(offset)];
          case 0x07 -> sprites[offset & 0x3FF];
          case 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D -> {
            int at = address & 0x1FFFFFF;
            yield at < romSize ? rom[at] : 0;
          }
          default -> 0;
        };
  }

  private int peekRegister(int offset) {
    int pressed = ~keys & Key.ALL;
    return switch (offset) {
      case VCOUNT -> LINES;
      case KEYINPUT -> pressed;
      case KEYINPUT + 1 -> pressed >>> 8;
      default -> io[offset];
    };
  }

  /// Writes from outside: bytes stay single bytes; registers and the cartridge stay as they are.
  void poke(int address, byte value) {
    switch (address >>> 24) {
      case 0x02 -> ewram[address & 0x3FFFF] = value;
      case 0x03 -> iwram[address & 0x7FFF] = value;
      case 0x05 -> palette[address & 0x3FF] = value;
      case 0x06 -> vram[videoOffset(address)] = value;
      case 0x07 -> sprites[address & 0x3FF] = value;
      default -> {
        // Nothing to keep it.
      }
    }
  }

  void clear() {
    memories().forEach(memory -> Arrays.fill(memory, (byte) 0));
  }

  /// How many bytes [#save] writes.
  int savedSize() {
    return memories().stream().mapToInt(memory -> memory.length).sum();
  }

  void save(ByteBuffer to) {
    memories().forEach(to::put);
  }

  void load(ByteBuffer from) {
    memories().forEach(from::get);
  }

  private List<byte[]> memories() {
    return List.of(ewram, iwram, io, palette, vram, sprites);
  }
}
