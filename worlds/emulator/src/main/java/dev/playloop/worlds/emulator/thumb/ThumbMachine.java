package dev.playloop.worlds.emulator.thumb;

import dev.playloop.worlds.emulator.machine.Hex;
import dev.playloop.worlds.emulator.machine.LittleEndian;
import dev.playloop.worlds.emulator.machine.Machine;
import dev.playloop.worlds.emulator.machine.MachineFault;
import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.machine.Screen;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/// A console in Java alone, for tests and for machines without mGBA: it plays games that wait for
/// VCOUNT, use no interrupt and no BIOS, and draw in the bitmap mode 3 (anything else shows black).
/// No cycle is counted: whatever the game does between two waits is one frame. Needs 500 KB.
public final class ThumbMachine implements Machine {
  /// A frame of the console has 280,896 cycles; this is room for a game that draws a whole screen.
  private static final int INSTRUCTIONS_MAX = 20_000_000;

  private static final int MAGIC = 0x504C5431;
  private static final int HEADER = Integer.BYTES + Long.BYTES + Long.BYTES;
  private static final int BITMAP = 3;

  private final byte[] rom;
  private final long checksum;
  private final Bus bus;
  private final Cpu cpu;
  private final InstructionCycle cycle;
  private long frames;

  public ThumbMachine(byte[] rom) {
    Roms.check(rom);
    this.rom = rom.clone();
    this.checksum = checksum(rom);
    this.bus = new Bus(rom);
    this.cpu = new Cpu(bus);
    this.cycle = new InstructionCycle(cpu);
  }

  private static long checksum(byte[] rom) {
    CRC32 crc = new CRC32();
    crc.update(rom);
    return crc.getValue();
  }

  @Override
  public String core() {
    return "java";
  }

  @Override
  public void frame(int keys) {
    bus.beginFrame(keys);
    for (int i = 0; i < INSTRUCTIONS_MAX; i++) {
      cycle.step();
      if (bus.frameIsOver()) {
        frames++;
        return;
      }
    }
    throw new MachineFault(
        "the game did %,d instructions without waiting for the screen; it is now at %s. Games for the Java"
                .formatted(INSTRUCTIONS_MAX, Hex.address(cpu.next))
            + " machine wait with `while (VCOUNT >= 160); while (VCOUNT < 160);`");
  }

  @Override
  public long frames() {
    return frames;
  }

  @Override
  public byte[] read(long address, int length) {
    return bus.peek((int) address, length);
  }

  @Override
  public void write(long address, byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      bus.poke((int) address + i, bytes[i]);
    }
  }

  @Override
  public byte[] save() {
    ByteBuffer state = ByteBuffer.allocate(HEADER + Cpu.SAVED + bus.savedSize());
    state.putInt(MAGIC).putLong(checksum).putLong(frames);
    cpu.save(state);
    bus.save(state);
    return state.array();
  }

  @Override
  public boolean load(byte[] state) {
    ByteBuffer from = ByteBuffer.wrap(state);
    if (state.length != HEADER + Cpu.SAVED + bus.savedSize()
        || from.getInt() != MAGIC
        || from.getLong() != checksum) {
      return false;
    }
    frames = from.getLong();
    cpu.load(from);
    bus.load(from);
    return true;
  }

  @Override
  public void reset() {
    bus.clear();
    cpu.reset();
    frames = 0;
  }

  @Override
  public int[] screen() {
    int[] pixels = new int[WIDTH * HEIGHT];
    if ((bus.displayControl() & 7) == BITMAP) {
      for (int i = 0; i < pixels.length; i++) {
        pixels[i] = Screen.color(LittleEndian.u16(bus.vram, 2 * i));
      }
    }
    return pixels;
  }

  @Override
  public byte[] rom() {
    return rom.clone();
  }

  @Override
  public void close() {
    // Nothing but memory.
  }
}
