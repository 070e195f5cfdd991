package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.libretro.CoreFinder;
import dev.playloop.worlds.emulator.libretro.LibretroMachine;
import dev.playloop.worlds.emulator.machine.Hex;
import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.emulator.machine.Machine;
import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.thumb.ThumbMachine;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The Java console plays the bundled game as mGBA does, byte for byte: after each of its frames
/// all work RAM and video RAM must be found on mGBA too, under the same keys and in the same order.
/// mGBA counts cycles, so a frame in which the game draws a whole screen takes it a few frames
/// more.
@Tag("mgba")
class SameGameTest {
  private static final int STEPS = 3_000;

  /// The screen is switched on somewhere in these.
  private static final int BOOT = 10;

  /// Frames that mGBA may need for one of the game's own.
  private static final int FRAMES_MAX = 12;

  private static final long[][] MEMORIES = {
    {0x02000000L, 0x40000}, {0x03000000L, 0x8000}, {0x06000000L, 240 * 160 * 2}
  };

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void everyStateOfTheJavaConsoleIsFoundOnMgba(long seed) {
    byte[] rom = Roms.bundled();
    try (Machine real = new LibretroMachine(CoreFinder.find().orElseThrow(), rom);
        Machine java = new ThumbMachine(rom)) {
      Random random = new Random(seed);
      int keys = 0;
      int left = 0;
      int late = 0;
      int screens = 0;
      for (int step = 0; step < STEPS; step++) {
        if (left-- == 0) {
          keys = keys(random);
          left = random.nextInt(1, 40);
        }
        byte[] picture = real.read(MEMORIES[2][0], (int) MEMORIES[2][1]);
        java.frame(keys);
        String where = "seed %d, step %d, keys %s".formatted(seed, step, Key.labels(keys));
        late += follow(real, java, keys, where) - 1;
        if (step > BOOT
            && step % 8 == 0
            && Arrays.equals(picture, real.read(MEMORIES[2][0], picture.length))) {
          assertThat(Arrays.mismatch(real.screen(), java.screen()))
              .as("first pixel of the screen that differs at " + where)
              .isNegative();
          screens++;
        }
      }
      assertThat(screens).as("frames in which nothing was drawn").isPositive();
      System.out.printf(
          "seed %d: %d frames of the game, %d more on mGBA, %d screens compared%n",
          seed, STEPS, late, screens);
    }
  }

  private static int keys(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> random.nextInt(Key.ALL + 1);
      default -> 1 << random.nextInt(10);
    };
  }

  /// Lets frames pass on mGBA until its memory is the Java console's.
  ///
  /// @return how many
  private static int follow(Machine real, Machine java, int keys, String where) {
    for (int frames = 1; frames <= FRAMES_MAX; frames++) {
      real.frame(keys);
      if (difference(real, java).isEmpty()) {
        return frames;
      }
    }
    throw new AssertionError(where + ": " + difference(real, java));
  }

  private static String difference(Machine real, Machine java) {
    for (long[] memory : MEMORIES) {
      byte[] expected = real.read(memory[0], (int) memory[1]);
      byte[] actual = java.read(memory[0], (int) memory[1]);
      int at = Arrays.mismatch(expected, actual);
      if (at >= 0) {
        return "%s is %02x on mGBA and %02x on the Java console"
            .formatted(Hex.address((int) memory[0] + at), expected[at], actual[at]);
      }
    }
    return "";
  }

  @Test
  void differenceOfOneByteIsSeen() {
    byte[] rom = Roms.bundled();
    try (Machine one = new ThumbMachine(rom);
        Machine other = new ThumbMachine(rom)) {
      assertThat(difference(one, other)).isEmpty();
      other.write(0x03007FFFL, new byte[] {1});
      assertThat(difference(one, other))
          .isEqualTo("0x03007FFF is 00 on mGBA and 01 on the Java console");
    }
  }
}
