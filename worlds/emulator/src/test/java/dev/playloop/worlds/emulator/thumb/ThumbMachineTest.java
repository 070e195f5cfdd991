package dev.playloop.worlds.emulator.thumb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.emulator.machine.LittleEndian;
import dev.playloop.worlds.emulator.machine.MachineFault;
import dev.playloop.worlds.emulator.machine.Roms;
import org.junit.jupiter.api.Test;

/// The Java console around its processor: memory, frames, states, screen.
class ThumbMachineTest {
  private static final long SCRATCH = 0x0203_F800L;

  private final ThumbMachine machine = new ThumbMachine(Roms.bundled());

  private void frames(int count) {
    for (int i = 0; i < count; i++) {
      machine.frame(0);
    }
  }

  @Test
  void sameInputsFromTheSameStateGiveTheSameState() {
    frames(10);
    byte[] begin = machine.save();
    byte[][] ends = new byte[2][];
    for (int run = 0; run < 2; run++) {
      assertThat(machine.load(begin)).isTrue();
      for (int i = 0; i < 300; i++) {
        machine.frame(1 << (i / 20 % 10));
      }
      ends[run] = machine.save();
    }
    assertThat(ends[0]).isEqualTo(ends[1]).isNotEqualTo(begin);
  }

  @Test
  void stateOfAnotherGameIsRefusedAndChangesNothing() {
    frames(10);
    byte[] before = machine.save();
    byte[] other = Roms.bundled();
    other[other.length - 1] ^= 1;
    assertThat(machine.load(new ThumbMachine(other).save())).isFalse();
    assertThat(machine.load(new byte[0])).isFalse();
    assertThat(machine.load(new byte[before.length])).isFalse();
    assertThat(machine.save()).isEqualTo(before);
  }

  @Test
  void resetIsTheBeginning() {
    frames(3);
    byte[] third = machine.save();
    frames(50);
    machine.reset();
    assertThat(machine.frames()).isZero();
    frames(3);
    assertThat(machine.save()).isEqualTo(third);
  }

  @Test
  void memoryRepeatsAndHolesReadAsZero() {
    machine.write(SCRATCH, new byte[] {1, 2, 3});
    assertThat(machine.read(SCRATCH + 0x40000, 4)).containsExactly(1, 2, 3, 0);
    machine.write(0x03FFFF10L, new byte[] {5});
    assertThat(machine.read(0x03007F10L, 1)).containsExactly(5);
    assertThat(machine.read(0x00000000L, 4)).containsOnly(0);
    assertThat(machine.read(0x10000000L, 4)).containsOnly(0);
    assertThat(machine.read(0x0E000000L, 4)).containsOnly(0);
    machine.write(0x06010000L, new byte[] {7});
    assertThat(machine.read(0x06018000L, 1)).containsExactly(7);
    assertThat(machine.read(0x06017FFFL, 2)).containsExactly(0, 7);
    assertThat(machine.read(0xFFFFFFF0L, 4)).containsOnly(0);
    assertThat(machine.read(0x0203FFFFL, 2))
        .as("across the end")
        .isEqualTo(machine.read(0x0207FFFFL, 2));
    assertThat(machine.read(0x08000000L + 0x1000000, 4)).as("behind the game").containsOnly(0);
    assertThat(machine.read(0x0A0000ACL, 4)).isEqualTo(machine.read(0x080000ACL, 4));
  }

  @Test
  void lookFromOutsideDoesNotCountAsTheGamesWait() {
    frames(5);
    byte[] before = machine.save();
    machine.read(0x04000000L, 0x400);
    machine.read(0x04000006L, 2);
    assertThat(machine.save()).isEqualTo(before);
    assertThat(machine.read(0x04000130L, 2)).containsExactly((byte) 0xFF, (byte) 3);
  }

  @Test
  void writesToTheCartridgeAreIgnored() {
    byte[] before = machine.read(0x080000A0L, 12);
    machine.write(0x080000A0L, new byte[12]);
    assertThat(machine.read(0x080000A0L, 12)).isEqualTo(before);
  }

  @Test
  void oppositeDirectionsDoNotReachTheGame() {
    int both = Key.LEFT.mask() | Key.RIGHT.mask() | Key.A.mask();
    machine.frame(both);
    assertThat(machine.read(0x04000130L, 2)).containsExactly((byte) 0xFE, (byte) 3);
  }

  @Test
  void screenShowsTheBitmap() {
    frames(3);
    machine.write(0x06000000L, new byte[] {0x1F, 0x00, (byte) 0xE0, 0x03, 0x00, 0x7C});
    assertThat(machine.screen()).hasSize(240 * 160).startsWith(0xFF0000, 0x00FF00, 0x0000FF);
  }

  @Test
  void gameThatNeverWaitsIsStoppedWithItsPlace() {
    byte[] rom = new byte[0x100];
    LittleEndian.put32(rom, 0, 0xEAFFFFFE);
    assertThatThrownBy(() -> new ThumbMachine(rom).frame(0))
        .isInstanceOf(MachineFault.class)
        .hasMessageContaining("without waiting for the screen")
        .hasMessageContaining("0x08000000");
  }

  @Test
  void gameThatReadsWhereNothingIsIsStopped() {
    byte[] rom = new byte[0x100];
    // mov r0 #0; ldr r1 [r0]
    LittleEndian.put32(rom, 0, 0xE3A00000);
    LittleEndian.put32(rom, 4, 0xE5901000);
    assertThatThrownBy(() -> new ThumbMachine(rom).frame(0))
        .isInstanceOf(MachineFault.class)
        .hasMessageContaining("read 0x00000000");
  }

  @Test
  void sizeOfAGameIsChecked() {
    assertThatThrownBy(() -> new ThumbMachine(new byte[100]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("192 bytes to 32 MB");
  }
}
