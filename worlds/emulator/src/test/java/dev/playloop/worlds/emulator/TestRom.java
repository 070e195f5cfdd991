package dev.playloop.worlds.emulator;

import dev.playloop.worlds.emulator.machine.Key;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The bundled test game for tests: where things are on its maps, what it counts, and its mailbox,
/// by which a test sets a scene up. `worlds/emulator/rom/README.md` draws the maps. A command is
/// done in the next frame in which the game can do it: those that change the scene wait until the
/// player stands still with nothing open. Not for several threads.
@SuppressWarnings("EnumOrdinal") // The mailbox takes them by number, in this order.
public final class TestRom {
  /// What the API says of the bundled game.
  public static final String GAME_CODE = "AGB-PLTE";

  /// Frames after which the player stands in the room and can walk.
  public static final int BOOT_FRAMES = 60;

  private static final long AREA = 0x0203_F200L;

  private static final long FRAMES = AREA + 0x04;

  private static final long STEPS = AREA + 0x08;

  private static final long BATTLES = AREA + 0x0C;

  private static final long SOFTLOCK = AREA + 0x0E;

  private static final long GOAL = AREA + 0x0F;

  private static final long PRESSES = AREA + 0x10;

  private static final long HELD_FOR = AREA + 0x24;

  private static final long BUMPS = AREA + 0x26;

  private static final long WARPS = AREA + 0x28;

  private static final long COMMAND = AREA + 0x40;

  private static final long ARGUMENTS = AREA + 0x44;

  private static final long DONE = AREA + 0x5C;

  private static final long REFUSED = AREA + 0x60;

  private static final int ARGUMENTS_MAX = 6;

  private static final int KEYS = 10;

  private final Reads reads;

  private final Writes writes;

  public TestRom(Reads reads, Writes writes) {
    this.reads = reads;
    this.writes = writes;
  }

  /// The game that runs in `emulator`.
  public static TestRom in(TestEmulator emulator) {
    return new TestRom(emulator::read, emulator::write);
  }

  /// Reads bytes of the game's memory.
  @FunctionalInterface
  public interface Reads {
    byte[] at(long address, int length);
  }

  /// Writes bytes of the game's memory.
  @FunctionalInterface
  public interface Writes {
    void at(long address, byte[] bytes);
  }

  /// A map: the number the mailbox takes, and group and number as the save block has them.
  public enum Area {
    ROOM(0, 1, 0),
    TOWN(1, 0, 0),
    ROUTE(2, 0, 1),
    CAVE(3, 2, 0);

    private final int code;
    private final int group;
    private final int number;

    Area(int code, int group, int number) {
      this.code = code;
      this.group = group;
      this.number = number;
    }

    public int group() {
      return group;
    }

    public int number() {
      return number;
    }
  }

  /// A tile of a map, in map coordinates (object coordinates are seven more).
  public record Tile(Area area, int x, int y) {
    public Tile plus(int dx, int dy) {
      return new Tile(area, x + dx, y + dy);
    }
  }

  public enum Facing {
    SOUTH(1),
    NORTH(2),
    WEST(3),
    EAST(4);

    private final int code;

    Facing(int code) {
      this.code = code;
    }
  }

  /// What decides that which chance decides in play.
  public enum Rule {
    CHANCE(0),
    NEVER(1),
    ALWAYS(2);

    private final int code;

    Rule(int code) {
      this.code = code;
    }
  }

  // ---- the mailbox

  public void teleport(Tile to, Facing facing) {
    send(1, to.area().code, to.x(), to.y(), facing.code);
  }

  public void ride(Ride ride) {
    send(2, ride.flag);
  }

  public void wildBattle() {
    send(3);
  }

  public void trainerBattle() {
    send(4);
  }

  /// @param status as the game keeps it: 0 is well, 8 poisoned
  public void monster(int slot, int hp, int status) {
    send(5, slot, hp, status);
  }

  public void powerPoints(int slot, int move, int points) {
    send(6, slot, move, points);
  }

  /// Puts an NPC on a tile of the map that is loaded; it begins to move after `pause` frames.
  public void person(int index, int x, int y, Movement movement, int pause) {
    send(7, index, x, y, movement.code, pause);
  }

  public void seed(int seed) {
    send(8, seed);
  }

  public void running(Rule rule) {
    send(9, rule.code);
  }

  /// ALWAYS: each step in grass, NEVER: none, CHANCE: one of eight in tall, each in long grass.
  public void encounters(Rule rule) {
    send(10, rule.code);
  }

  /// @param pocket 0 items, 1 balls, 2 machines, 3 berries, 4 key items
  public void item(int pocket, int item, int quantity) {
    send(11, pocket, item, quantity);
  }

  /// In a battle: the foe's health.
  public void foeHealth(int hp) {
    send(12, hp);
  }

  public void flag(int flag, boolean on) {
    send(13, flag, on ? 1 : 0);
  }

  public void catching(Rule rule) {
    send(14, rule.code);
  }

  /// True while a command waits to be done.
  public boolean pending() {
    return u32(COMMAND) != 0;
  }

  /// Commands done since the start.
  public long done() {
    return u32(DONE);
  }

  /// Commands refused since the start, because an argument was out of bounds.
  public long refused() {
    return u32(REFUSED);
  }

  private void send(int command, int... arguments) {
    if (pending()) {
      throw new IllegalStateException(
          "the mailbox still holds command " + u32(COMMAND) + "; let frames pass until it is done");
    }
    ByteBuffer bytes =
        ByteBuffer.allocate(ARGUMENTS_MAX * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int argument : arguments) {
      bytes.putInt(argument);
    }
    writes.at(ARGUMENTS, bytes.array());
    writes.at(COMMAND, new byte[] {(byte) command});
  }

  // ---- the counters

  /// Frames of the game since its start.
  public long frames() {
    return u32(FRAMES);
  }

  /// Steps finished since the start; a jump over a ledge is one.
  public long steps() {
    return u32(STEPS);
  }

  public int battles() {
    return u16(BATTLES);
  }

  public int bumps() {
    return u16(BUMPS);
  }

  public long warps() {
    return u32(WARPS);
  }

  /// Somebody froze an NPC in the middle of a step: controls stay locked until a teleport.
  public boolean softlocked() {
    return reads.at(SOFTLOCK, 1)[0] != 0;
  }

  public boolean goalReached() {
    return reads.at(GOAL, 1)[0] != 0;
  }

  /// How often the game saw this key go down.
  public int presses(Key key) {
    return u16(PRESSES + 2L * Integer.numberOfTrailingZeros(key.mask()));
  }

  /// How often the game saw any key go down.
  public int presses() {
    int sum = 0;
    for (int key = 0; key < KEYS; key++) {
      sum += u16(PRESSES + 2L * key);
    }
    return sum;
  }

  /// Frames for which the last press has been held, or was.
  public int heldFor() {
    return u16(HELD_FOR);
  }

  private int u16(long address) {
    return Short.toUnsignedInt(
        ByteBuffer.wrap(reads.at(address, Short.BYTES)).order(ByteOrder.LITTLE_ENDIAN).getShort());
  }

  private long u32(long address) {
    return Integer.toUnsignedLong(
        ByteBuffer.wrap(reads.at(address, Integer.BYTES)).order(ByteOrder.LITTLE_ENDIAN).getInt());
  }
}
