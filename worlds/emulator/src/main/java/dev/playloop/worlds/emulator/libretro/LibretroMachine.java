package dev.playloop.worlds.emulator.libretro;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.emulator.machine.LittleEndian;
import dev.playloop.worlds.emulator.machine.Machine;
import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.machine.Screen;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// mGBA, as its libretro core. **One at a time in a process**: the core keeps its state in global
/// variables. Memory is reached through the addresses that the core tells, so that writes take no
/// detour; what a game has written to registers that can't be read is not seen.
public final class LibretroMachine implements Machine {
  private static final AtomicBoolean TAKEN = new AtomicBoolean();

  private static final int CAN_DUPLICATE_FRAMES = 3;
  private static final int PIXEL_FORMAT = 10;
  private static final int MEMORY_MAPS = 36;
  private static final int EXPERIMENTAL = 0x10000;

  private static final int XRGB8888 = 1;
  private static final int RGB565 = 2;

  /// libretro's buttons (B, Y, Select, Start, Up, Down, Left, Right, A, X, L, R) as keys of ours.
  private static final @Nullable Key[] BUTTONS = {
    Key.B,
    null,
    Key.SELECT,
    Key.START,
    Key.UP,
    Key.DOWN,
    Key.LEFT,
    Key.RIGHT,
    Key.A,
    null,
    Key.L,
    Key.R
  };

  /// The smallest state of mGBA for this console, and where in it the number of frames lies.
  private static final int STATE_MIN = 0x61000;

  private static final int STATE_FRAMES = 0x1FC;

  private final Libretro core;
  private final String name;
  private final byte[] rom;
  private final MemoryMap memory = new MemoryMap();
  private byte[] picture = new byte[0];
  private int pitch;
  private int pixelFormat;
  private int keys;
  private long frames;
  private boolean closed;

  /// @param file the core, see [CoreFinder]
  /// @throws IllegalStateException when this process has one already
  /// @throws IllegalArgumentException when the file is no such core, or it refuses the game
  public LibretroMachine(Path file, byte[] rom) {
    Roms.check(rom);
    if (!TAKEN.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "this process runs an mGBA already; close it, or start another process");
    }
    this.rom = rom.clone();
    boolean running = false;
    Libretro opened = null;
    try {
      opened = new Libretro(file, new Callbacks());
      this.core = opened;
      this.name = core.name();
      insert(rom);
      running = true;
    } finally {
      if (!running) {
        if (opened != null) {
          opened.close();
        }
        TAKEN.set(false);
      }
    }
  }

  private void insert(byte[] game) {
    if (!core.insert(game)) {
      throw new IllegalArgumentException("mGBA refuses this game");
    }
    if (memory.isEmpty()) {
      throw new IllegalArgumentException(name + " tells no memory map");
    }
  }

  @Override
  public String core() {
    return name;
  }

  @Override
  public void frame(int held) {
    keys = Key.pressable(held);
    core.run();
    frames++;
  }

  @Override
  public long frames() {
    return frames;
  }

  @Override
  public byte[] read(long address, int length) {
    return memory.read(address, length);
  }

  @Override
  public void write(long address, byte[] bytes) {
    memory.write(address, bytes);
  }

  @Override
  public byte[] save() {
    return core.save();
  }

  @Override
  public boolean load(byte[] state) {
    if (state.length < STATE_MIN || !core.load(state)) {
      return false;
    }
    frames = Integer.toUnsignedLong(LittleEndian.i32(state, STATE_FRAMES));
    return true;
  }

  @Override
  public void reset() {
    core.reset();
    frames = 0;
  }

  @Override
  public int[] screen() {
    int[] pixels = new int[WIDTH * HEIGHT];
    if (picture.length < pitch * HEIGHT || pitch == 0) {
      return pixels;
    }
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = pixel(i / WIDTH * pitch, i % WIDTH);
    }
    return pixels;
  }

  private int pixel(int row, int column) {
    int blueFirst =
        switch (pixelFormat) {
          case XRGB8888 -> {
            int rgb = LittleEndian.i32(picture, row + 4 * column);
            yield (rgb >>> 3 & 31) << 10 | (rgb >>> 11 & 31) << 5 | (rgb >>> 19 & 31);
          }
          case RGB565 -> {
            int rgb = LittleEndian.u16(picture, row + 2 * column);
            yield (rgb & 31) << 10 | (rgb >>> 6 & 31) << 5 | rgb >>> 11;
          }
          default -> {
            int rgb = LittleEndian.u16(picture, row + 2 * column);
            yield (rgb & 31) << 10 | (rgb & 0x3E0) | (rgb >>> 10 & 31);
          }
        };
    return Screen.color(blueFirst);
  }

  @Override
  public byte[] rom() {
    return rom.clone();
  }

  /// Closing again does nothing.
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      core.close();
      TAKEN.set(false);
    }
  }

  @SuppressWarnings("restricted") // The core says how large the memory behind its pointers is.
  private final class Callbacks implements Libretro.Host {
    /// Without a folder for a BIOS, mGBA uses its own, so that every machine plays the same.
    @Override
    public boolean environment(int command, MemorySegment data) {
      return switch (command & ~EXPERIMENTAL) {
        case CAN_DUPLICATE_FRAMES -> {
          data.reinterpret(1).set(JAVA_BYTE, 0, (byte) 1);
          yield true;
        }
        case PIXEL_FORMAT -> {
          pixelFormat = data.reinterpret(Integer.BYTES).get(JAVA_INT, 0);
          yield true;
        }
        case MEMORY_MAPS -> {
          memory.learn(data.reinterpret(MemoryMap.TABLE));
          yield true;
        }
        default -> false;
      };
    }

    @Override
    public void video(MemorySegment pixels, int width, int height, long bytesPerRow) {
      if (width != WIDTH || height != HEIGHT) {
        return;
      }
      pitch = (int) bytesPerRow;
      int size = (int) pixels.byteSize();
      if (picture.length != size) {
        picture = new byte[size];
      }
      MemorySegment.copy(pixels, JAVA_BYTE, 0, picture, 0, size);
    }

    @Override
    public boolean pressed(int button) {
      Key key = button >= 0 && button < BUTTONS.length ? BUTTONS[button] : null;
      return key != null && (keys & key.mask()) != 0;
    }
  }
}
