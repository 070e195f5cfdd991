package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.libretro.CoreFinder;
import dev.playloop.worlds.emulator.libretro.LibretroMachine;
import dev.playloop.worlds.emulator.machine.Hex;
import dev.playloop.worlds.emulator.machine.LittleEndian;
import dev.playloop.worlds.emulator.machine.Machine;
import dev.playloop.worlds.emulator.thumb.ThumbMachine;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random Thumb programs leave the same memory on mGBA's processor and on ours. Each is a cartridge
/// of snippets: registers get random values, thirty random instructions work on them, on memory, on
/// flags and on the stack, and all registers are stored.
@Tag("mgba")
class RandomProgramsTest {
  private static final int SNIPPETS = 120;
  private static final int INSTRUCTIONS = 30;
  private static final int FRAMES = 12;

  /// Where snippets store, and r7 all the way.
  private static final int OUTPUT = 0x02000000;

  private static final int OUTPUT_EACH = 0x100;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
  void memoryIsTheSameAfterThem(long seed) {
    byte[] rom = new Program(new Random(seed)).build();
    try (Machine real = new LibretroMachine(CoreFinder.find().orElseThrow(), rom);
        Machine java = new ThumbMachine(rom)) {
      for (int i = 0; i < FRAMES; i++) {
        real.frame(0);
        java.frame(0);
      }
      for (int snippet = 0; snippet < SNIPPETS; snippet++) {
        long at = OUTPUT + (long) snippet * OUTPUT_EACH;
        assertThat(Hex.list(java.read(at, OUTPUT_EACH)))
            .as("seed %d, snippet %d", seed, snippet)
            .isEqualTo(Hex.list(real.read(at, OUTPUT_EACH)));
      }
      assertThat(java.read(OUTPUT, OUTPUT_EACH)).as("it ran").isNotEqualTo(new byte[OUTPUT_EACH]);
      assertThat(java.read(0x03000000L, 0x8000)).isEqualTo(real.read(0x03000000L, 0x8000));
    }
  }

  /// Writes a cartridge. r0 to r6 are random, r7 is the snippet's output, r8 to r12 get values too.
  private static final class Program {
    private final Random random;

    /// Larger than work RAM: a smaller one may pass for a program that is sent over the link cable.
    private final byte[] rom = new byte[512 * 1024];

    private int at = 0xC0;

    Program(Random random) {
      this.random = random;
    }

    byte[] build() {
      LittleEndian.put32(rom, 0, 0xEA00002E);
      // Thumb from here on: ldr r0 [pc]; bx r0; the address.
      word(0xE59F0000);
      word(0xE12FFF10);
      word(0x08000000 + at + 5);
      rom[0xB2] = (byte) 0x96;
      for (int i = 0; i < SNIPPETS; i++) {
        snippet(OUTPUT + i * OUTPUT_EACH);
      }
      waitForEver();
      return rom;
    }

    private void half(int code) {
      LittleEndian.put16(rom, at, code);
      at += 2;
    }

    private void word(int value) {
      LittleEndian.put32(rom, at, value);
      at += 4;
    }

    private void align() {
      if ((at & 3) != 0) {
        half(0x46C0);
      }
    }

    private void snippet(int output) {
      align();
      // Eight loads, a branch over eight constants, and one to align them.
      int constants = at + 20;
      for (int i = 0; i < 8; i++) {
        half(0x4800 | i << 8 | (constants + 4 * i - (at + 4 & ~3)) / 4);
      }
      half(0xE010);
      half(0x46C0);
      for (int i = 0; i < 7; i++) {
        word(interesting());
      }
      word(output);
      for (int i = 0; i < INSTRUCTIONS; i++) {
        instruction();
      }
      for (int i = 0; i < 7; i++) {
        half(0x6038 | i | i << 6);
      }
      // The flags Z, C, N and V: each that is clear lets r7 be stored.
      for (int condition : new int[] {0, 2, 4, 6}) {
        half(0xD000 | condition << 8);
        half(0x603F | (8 + condition / 2) << 6);
      }
      for (int i = 8; i < 13; i++) {
        half(0x4600 | i << 3);
        half(0x6038 | (4 + i) << 6);
      }
    }

    private int interesting() {
      return switch (random.nextInt(6)) {
        case 0 -> 0;
        case 1 -> -1;
        case 2 -> Integer.MIN_VALUE;
        case 3 -> random.nextInt(70);
        default -> random.nextInt();
      };
    }

    private int low() {
      return random.nextInt(7);
    }

    private void instruction() {
      switch (random.nextInt(12)) {
        case 0 -> half(random.nextInt(3) << 11 | random.nextInt(32) << 6 | low() << 3 | low());
        case 1 -> half(0x1800 | random.nextInt(2) << 9 | low() << 6 | low() << 3 | low());
        case 2 -> half(0x1C00 | random.nextInt(16) << 6 | low() << 3 | low());
        case 3 -> half(0x2000 | random.nextInt(4) << 11 | low() << 8 | random.nextInt(256));
        case 4, 5, 6 -> half(0x4000 | arithmetic() << 6 | low() << 3 | low());
        case 7 -> {
          // Between low registers and r8 to r12: add, cmp, mov; either way round.
          int operation = random.nextInt(3) << 8;
          int high = random.nextInt(5);
          half(
              random.nextBoolean()
                  ? 0x4480 | operation | low() << 3 | high
                  : 0x4440 | operation | high << 3 | low());
        }
        case 8 -> {
          // Over the next instruction, if the flags say so.
          half(0xD000 | random.nextInt(14) << 8);
          half(0x3000 | random.nextInt(2) << 11 | low() << 8 | random.nextInt(256));
        }
        case 9 -> memory();
        case 10 -> {
          int list = random.nextInt(1, 128);
          half(0xB400 | list);
          half(0xBC00 | list);
        }
        default -> {
          half(0xB082);
          half(0x9000 | low() << 8 | random.nextInt(2));
          half(0x9800 | low() << 8);
          half(0xB002);
        }
      }
    }

    /// All but NEG: of the smallest number, mGBA as Debian compiles it leaves the overflow flag
    /// clear.
    private int arithmetic() {
      int operation = random.nextInt(15);
      return operation < 9 ? operation : operation + 1;
    }

    /// Within the snippet's output, from 0x80 on; some addresses are odd for what is loaded.
    private void memory() {
      int offset = random.nextInt(0x80, 0xF0);
      int register = low();
      int other = (register + 1) % 7;
      half(0x2000 | register << 8 | offset);
      switch (random.nextInt(5)) {
        case 0 -> half(0x5000 | random.nextInt(3) << 9 | register << 6 | 7 << 3 | other);
        case 1 -> half(0x5600 | register << 6 | 7 << 3 | other);
        case 2 -> half(0x5800 | random.nextInt(4) << 9 | register << 6 | 7 << 3 | other);
        case 3 -> {
          // add r, r7; stmia and ldmia with it.
          half(0x2000 | register << 8 | (offset & 0xBC));
          half(0x19C0 | register << 3 | register);
          int list = random.nextInt(1, 128) & ~(1 << register);
          half(0xC000 | register << 8 | (list == 0 ? 0x80 : list));
          half(0x3800 | register << 8 | 4);
          half(0xC800 | register << 8 | 1 << other);
        }
        default -> {
          half(0x19C0 | register << 3 | register);
          half(0x8000 | random.nextInt(2) << 11 | random.nextInt(8) << 6 | register << 3 | other);
          half(0x7000 | random.nextInt(2) << 11 | random.nextInt(16) << 6 | register << 3 | other);
        }
      }
    }

    /// while (VCOUNT >= 160); while (VCOUNT < 160); again.
    private void waitForEver() {
      align();
      half(0x4803);
      for (int branch : new int[] {0xD2FC, 0xD3FC}) {
        half(0x8801);
        half(0x29A0);
        half(branch);
      }
      half(0xE7F8);
      word(0x04000006);
    }
  }
}
