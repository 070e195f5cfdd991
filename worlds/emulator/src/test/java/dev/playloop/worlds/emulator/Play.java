package dev.playloop.worlds.emulator;

import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Tile;
import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.emulator.machine.Machine;
import java.util.function.BooleanSupplier;

/// Plays the bundled game frame by frame on one machine, and reads what became of it.
final class Play {
  static final long PLAYER = 0x0203_7350L;
  static final int OBJECT_SIZE = 0x24;
  static final long AVATAR = 0x0203_7590L;
  static final long CONTROLLER = 0x0300_5D60L;
  static final long OUTCOME = 0x0202_433AL;
  static final long TASK = 0x0300_5E00L;
  static final int ACTION_MENU = 0x0805_7589;
  static final int MOVE_MENU = 0x0805_7BFD;
  static final int TEXT = 0x0805_91A1;
  static final int YES_NO = 0x0805_99D5;
  static final int WAITS_FOR_PARTY = 0x0805_9829;
  static final int WAITS_FOR_BAG = 0x0805_98E1;
  static final int OVERWORLD = 0x0808_5E5D;
  static final int BATTLE = 0x0803_8421;
  static final int PARTY_SCREEN = 0x081B_01B1;
  static final int BAG_SCREEN = 0x081A_AD5D;
  static final int TASK_PARTY = 0x081B_1371;
  static final int TASK_SUBMENU = 0x081B_3731;
  static final int TASK_BAG = 0x081A_BD29;
  static final int TASK_ITEM = 0x081A_CC05;
  static final int FOE = 0x58;

  private static final long SAVE_1 = 0x0300_5D8CL;
  private static final long SAVE_2 = 0x0300_5D90L;
  private static final long LOCKED = 0x0300_0F2CL;
  private static final long CALLBACK = 0x0300_22C4L;
  private static final long IN_BATTLE = 0x0300_26F9L;
  private static final long BATTLE_MONS = 0x0202_4084L;
  private static final int LIMIT = 1200;
  private static final int TAP = 4;

  private final Machine machine;
  private final TestRom rom;

  Play(Machine machine) {
    this.machine = machine;
    this.rom = new TestRom(machine::read, machine::write);
    idle(TestRom.BOOT_FRAMES);
  }

  TestRom rom() {
    return rom;
  }

  Machine machine() {
    return machine;
  }

  // ---- time and keys

  void hold(int keys, int frames) {
    for (int i = 0; i < frames; i++) {
      machine.frame(keys);
    }
  }

  void hold(Key key, int frames) {
    hold(key.mask(), frames);
  }

  void idle(int frames) {
    hold(0, frames);
  }

  void tap(Key key) {
    hold(key, TAP);
    idle(TAP);
  }

  void until(String what, BooleanSupplier reached) {
    for (int i = 0; i < LIMIT && !reached.getAsBoolean(); i++) {
      idle(1);
    }
    if (!reached.getAsBoolean()) {
      throw new AssertionError("not reached within " + LIMIT + " frames: " + what);
    }
  }

  /// Presses A, which turns texts on, until the game waits in `controller`.
  void through(String what, int controller) {
    for (int i = 0; i < LIMIT && controller() != controller; i++) {
      if (i % 12 < TAP && controller() == TEXT) {
        hold(Key.A, 1);
      } else {
        idle(1);
      }
    }
    if (controller() != controller) {
      throw new AssertionError("no " + what + ", but " + Integer.toHexString(controller()));
    }
    idle(TAP);
  }

  /// Waits for the mailbox to be emptied.
  void mailed() {
    until("mailbox", () -> !rom.pending());
    idle(1);
  }

  void to(Tile tile, Facing facing) {
    rom.teleport(tile, facing);
    mailed();
  }

  // ---- what is

  int u8(long address) {
    return Byte.toUnsignedInt(machine.read(address, 1)[0]);
  }

  int u16(long address) {
    return (int) Numbers.read(machine, address, 2);
  }

  int u32(long address) {
    return (int) Numbers.read(machine, address, 4);
  }

  long save1() {
    return Integer.toUnsignedLong(u32(SAVE_1));
  }

  int key() {
    return u32(Integer.toUnsignedLong(u32(SAVE_2)) + 0xAC);
  }

  Tile at() {
    int group = u8(save1() + 4);
    int number = u8(save1() + 5);
    for (Area area : Area.values()) {
      if (area.group() == group && area.number() == number) {
        return new Tile(area, (short) u16(save1()), (short) u16(save1() + 2));
      }
    }
    throw new AssertionError("no map " + group + "." + number);
  }

  int object(int index, int offset) {
    return u8(PLAYER + (long) index * OBJECT_SIZE + offset);
  }

  int flags(int index) {
    return u32(PLAYER + (long) index * OBJECT_SIZE);
  }

  int objectX(int index) {
    return u16(PLAYER + (long) index * OBJECT_SIZE + 0x10) - 7;
  }

  int objectY(int index) {
    return u16(PLAYER + (long) index * OBJECT_SIZE + 0x12) - 7;
  }

  int facing() {
    return object(0, 0x18) & 15;
  }

  int avatar() {
    return u8(AVATAR);
  }

  boolean locked() {
    return u8(LOCKED) != 0;
  }

  int callback() {
    return u32(CALLBACK);
  }

  boolean inBattle() {
    return (u8(IN_BATTLE) & 2) != 0;
  }

  int controller() {
    return u32(CONTROLLER);
  }

  int task() {
    return u8(TASK + 4) == 0 ? 0 : u32(TASK);
  }

  int own(int offset) {
    return u16(BATTLE_MONS + offset);
  }

  int foe(int offset) {
    return u16(BATTLE_MONS + FOE + offset);
  }

  int outcome() {
    return u8(OUTCOME);
  }

  /// The player's flag of that number in the save block.
  boolean flag(int flag) {
    return (u8(save1() + 0x1270 + flag / 8) & 1 << (flag % 8)) != 0;
  }
}
