package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.emulator.libretro.CoreFinder;
import dev.playloop.worlds.emulator.libretro.LibretroMachine;
import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.emulator.machine.Machine;
import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.machine.Screen;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.Deflater;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// mGBA's core as a machine: one in a process, its memory, its states.
@Tag("mgba")
class LibretroMachineTest {
  private static final long SCRATCH = 0x0203_F800L;

  private final Machine machine = open();

  private static Machine open() {
    return new LibretroMachine(core(), Roms.bundled());
  }

  private static Path core() {
    return CoreFinder.find().orElseThrow();
  }

  @AfterEach
  void close() {
    machine.close();
  }

  private void frames(int count, int keys) {
    for (int i = 0; i < count; i++) {
      machine.frame(keys);
    }
  }

  @Test
  void thereIsOneInAProcess() {
    assertThatThrownBy(LibretroMachineTest::open)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("runs an mGBA already");
    machine.frame(0);
    assertThat(machine.frames()).isOne();
  }

  @Test
  void closedOneMakesRoomForAnother() {
    machine.close();
    try (Machine other = open()) {
      other.frame(0);
      assertThat(other.core()).startsWith("mGBA ");
    }
  }

  @Test
  void whatIsNoCoreIsRefusedAndLeavesRoom() {
    machine.close();
    assertThatThrownBy(() -> new LibretroMachine(Path.of("/no/core.so"), Roms.bundled()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LibretroMachine(core(), new byte[0x1000]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("refuses this game");
    open().close();
  }

  @Test
  void memoryRepeatsAndHolesReadAsZero() {
    frames(5, 0);
    machine.write(SCRATCH, new byte[] {1, 2, 3});
    assertThat(machine.read(SCRATCH + 0x40000, 4)).containsExactly(1, 2, 3, 0);
    assertThat(machine.read(0x0203FFFFL, 2)).isEqualTo(machine.read(0x0207FFFFL, 2));
    assertThat(machine.read(0x10000000L, 4)).containsOnly(0);
    assertThat(machine.read(0xFFFFFFF0L, 32)).as("across the end").hasSize(32);
    assertThat(machine.read(0x080000A0L, 16))
        .isEqualTo(Arrays.copyOfRange(Roms.bundled(), 0xA0, 0xB0))
        .isEqualTo(machine.read(0x0A0000A0L, 16))
        .isEqualTo(machine.read(0x0C0000A0L, 16));
    machine.write(0x080000A0L, new byte[16]);
    assertThat(machine.read(0x080000A0L, 16)).isNotEqualTo(new byte[16]);
    frames(5, 0);
    assertThat(machine.read(SCRATCH, 3)).as("kept by the game").containsExactly(1, 2, 3);
  }

  @Test
  void stateBringsItsFrameAndSameInputsGiveTheSameStateAgain() {
    frames(100, 0);
    byte[] begin = machine.save();
    byte[][] ends = new byte[2][];
    for (int run = 0; run < 2; run++) {
      assertThat(machine.load(begin)).isTrue();
      assertThat(machine.frames()).isEqualTo(100);
      for (int i = 0; i < 300; i++) {
        machine.frame(1 << (i / 20 % 10));
      }
      ends[run] = machine.save();
    }
    assertThat(ends[0]).isEqualTo(ends[1]);
    assertThat(machine.frames()).isEqualTo(400);
    machine.reset();
    assertThat(machine.frames()).isZero();
  }

  @Test
  void whatIsNoStateIsRefusedAndChangesNothing() {
    frames(50, 0);
    byte[] before = machine.read(0x02000000L, 0x40000);
    assertThat(machine.load(new byte[0])).isFalse();
    assertThat(machine.load(new byte[600_000])).isFalse();
    assertThat(machine.frames()).isEqualTo(50);
    assertThat(machine.read(0x02000000L, 0x40000)).isEqualTo(before);
  }

  @Test
  void stateInMgbasOwnFileIsLoaded() {
    frames(80, 0);
    machine.write(SCRATCH, new byte[] {9});
    byte[] file = ownFile(machine.save());
    frames(20, 0);
    machine.write(SCRATCH, new byte[] {0});
    assertThat(machine.load(StateFiles.unwrapped(file))).isTrue();
    assertThat(machine.frames()).isEqualTo(80);
    assertThat(machine.read(SCRATCH, 1)).containsExactly(9);
  }

  /// As mGBA writes it: a picture with a packed state, which has no more than the console in it.
  private static byte[] ownFile(byte[] state) {
    byte[] packed = new byte[state.length];
    int length;
    try (Deflater deflater = new Deflater()) {
      deflater.setInput(state, 0, 0x61000);
      deflater.finish();
      length = deflater.deflate(packed);
    }
    byte[] png = Screen.png(new int[Machine.WIDTH * Machine.HEIGHT]);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(png, 0, 33);
    out.writeBytes(ByteBuffer.allocate(8).putInt(length).putInt(0x67624173).array());
    out.write(packed, 0, length);
    out.writeBytes(new byte[4]);
    out.write(png, 33, png.length - 33);
    return out.toByteArray();
  }

  @Test
  void oppositeDirectionsDoNotReachTheGame() {
    frames(100, 0);
    byte[] begin = machine.save();
    frames(40, 0);
    byte[] still = machine.read(0x02037350L, 0x24);
    assertThat(machine.load(begin)).isTrue();
    frames(40, Key.LEFT.mask() | Key.RIGHT.mask());
    assertThat(machine.read(0x02037350L, 0x24)).isEqualTo(still);
  }
}
