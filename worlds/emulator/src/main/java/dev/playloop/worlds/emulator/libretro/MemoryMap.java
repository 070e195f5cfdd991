package dev.playloop.worlds.emulator.libretro;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The console's memory at the addresses that a libretro core tells. Used by one thread, and only
/// as long as the core is open.
final class MemoryMap {
  /// The size of the table that is told.
  static final long TABLE = 2L * Long.BYTES;

  private static final int DESCRIPTOR = 64;

  private final List<Region> regions = new ArrayList<>();

  /// A piece of memory at an address of the console.
  private record Region(long start, long length, MemorySegment memory) {
    boolean has(long address) {
      return address >= start && address < start + length;
    }
  }

  /// Whether nothing was told.
  boolean isEmpty() {
    return regions.isEmpty();
  }

  /// Takes in what the core tells, in place of what it told before.
  @SuppressWarnings("restricted") // The core says how large the memory behind its pointers is.
  void learn(MemorySegment table) {
    int count = table.get(JAVA_INT, 8);
    MemorySegment rows = table.get(ADDRESS, 0).reinterpret((long) DESCRIPTOR * count);
    regions.clear();
    for (int i = 0; i < count; i++) {
      MemorySegment row = rows.asSlice((long) DESCRIPTOR * i, DESCRIPTOR);
      MemorySegment memory = row.get(ADDRESS, 8);
      long offset = row.get(JAVA_LONG, 16);
      long length = row.get(JAVA_LONG, 48);
      if (memory.address() != 0 && length != 0) {
        regions.add(
            new Region(
                row.get(JAVA_LONG, 24),
                length,
                memory.reinterpret(offset + length).asSlice(offset)));
      }
    }
  }

  /// Bytes that lie in no memory are 0.
  byte[] read(long address, int length) {
    byte[] bytes = new byte[length];
    for (int done = 0; done < length; ) {
      long at = canonical(address + done);
      Region region = region(at);
      if (region == null) {
        done++;
      } else {
        int count = (int) Math.min(length - done, region.start + region.length - at);
        MemorySegment.copy(region.memory, JAVA_BYTE, at - region.start, bytes, done, count);
        done += count;
      }
    }
    return bytes;
  }

  /// Reaches what a game may write to, and nothing else.
  void write(long address, byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      long at = canonical(address + i);
      Region region = region(at);
      if (region != null && isWritable(at)) {
        region.memory.set(JAVA_BYTE, at - region.start, bytes[i]);
      }
    }
  }

  private static boolean isWritable(long address) {
    return switch ((int) (address >>> 24)) {
      case 2, 3, 5, 6, 7 -> true;
      default -> false;
    };
  }

  /// Memories repeat through the whole of their windows.
  private static long canonical(long address) {
    long at = address & 0xFFFF_FFFFL;
    return switch ((int) (at >>> 24)) {
      case 2 -> at & 0xFF03_FFFFL;
      case 3 -> at & 0xFF00_7FFFL;
      case 5, 7 -> at & 0xFF00_03FFL;
      case 6 -> {
        long offset = at & 0x1_FFFFL;
        yield 0x0600_0000L + (offset < 0x1_8000 ? offset : offset - 0x8000);
      }
      case 0xA, 0xB, 0xC, 0xD -> (at & 0x01FF_FFFFL) | 0x0800_0000L;
      default -> at;
    };
  }

  private @Nullable Region region(long address) {
    for (Region region : regions) {
      if (region.has(address)) {
        return region;
      }
    }
    return null;
  }
}
