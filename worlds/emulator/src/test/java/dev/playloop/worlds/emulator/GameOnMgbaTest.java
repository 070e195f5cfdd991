package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.libretro.CoreFinder;
import dev.playloop.worlds.emulator.libretro.LibretroMachine;
import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.emulator.machine.Machine;
import dev.playloop.worlds.emulator.machine.Roms;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// On mGBA, which counts cycles, the work of each of the game's frames fits a frame of the console:
/// else times would differ between machines, and steps would take longer than they should.
@Tag("mgba")
class GameOnMgbaTest {
  private static final List<Key> KEYS = List.of(Key.values());
  private static final int ROUNDS = 400;
  private static final int ROUNDS_A_SCENE = 40;
  private static final TestRom.Tile[] SCENES = {
    GamePlaces.HOUSE_FRONT,
    GamePlaces.TOWN_EDGE,
    GamePlaces.CAVE_MOUTH.plus(0, 1),
    GamePlaces.LONG_GRASS,
    GamePlaces.CAVE_START,
    GamePlaces.ROUTE_EDGE,
    GamePlaces.SHORE,
    GamePlaces.CAVE_LADDER,
    GamePlaces.ROOM_MAT
  };

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2})
  void noFrameOfTheGameTakesMoreThanOneOfTheConsole(long seed) {
    try (Machine real = new LibretroMachine(CoreFinder.find().orElseThrow(), Roms.bundled())) {
      Play play = new Play(real);
      long offset = real.frames() - play.rom().frames();
      Random random = new Random(seed);
      for (int round = 0; round < ROUNDS; round++) {
        if (round % ROUNDS_A_SCENE == 0 && !play.rom().pending()) {
          play.rom().teleport(SCENES[random.nextInt(SCENES.length)], Facing.SOUTH);
        } else if (round % ROUNDS_A_SCENE == 5 && !play.rom().pending()) {
          play.rom().wildBattle();
        }
        Key key = random.nextInt(3) == 0 ? Key.A : KEYS.get(random.nextInt(8));
        play.hold(key, random.nextInt(1, 24));
        play.idle(random.nextInt(12));
        assertThat(real.frames() - play.rom().frames())
            .as("seed %d, round %d, frame %d", seed, round, real.frames())
            .isEqualTo(offset);
      }
      assertThat(play.rom().battles()).isPositive();
    }
  }
}
