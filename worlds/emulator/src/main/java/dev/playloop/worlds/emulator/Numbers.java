package dev.playloop.worlds.emulator;

import dev.playloop.worlds.emulator.machine.LittleEndian;
import dev.playloop.worlds.emulator.machine.Machine;

/// Reading and writing the machine in numbers of 8, 16 or 32 bits, with what the console's bus does
/// to odd addresses: a read turns the aligned value, a write goes to the aligned address.
final class Numbers {
  private Numbers() {}

  static long read(Machine machine, long address, int bytes) {
    byte[] found = machine.read(address & -bytes, bytes);
    int turn = 8 * (int) (address & (bytes - 1));
    return switch (bytes) {
      case 1 -> found[0] & 0xFF;
      case 2 -> Integer.toUnsignedLong(Integer.rotateRight(LittleEndian.u16(found, 0), turn));
      default -> Integer.toUnsignedLong(Integer.rotateRight(LittleEndian.i32(found, 0), turn));
    };
  }

  static void write(Machine machine, long address, int bytes, long value) {
    if (bytes > 1) {
      put(machine, address & -bytes, bytes, value);
      return;
    }
    switch ((int) (address >>> 24) & 0xFF) {
      // Palette and video RAM take a single byte into both halves, sprites take none.
      case 0x05, 0x06 -> put(machine, address & -2, 2, (value & 0xFF) * 0x101);
      case 0x07 -> {}
      default -> put(machine, address, 1, value);
    }
  }

  private static void put(Machine machine, long address, int bytes, long value) {
    byte[] lowest = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      lowest[i] = (byte) (value >>> (8 * i));
    }
    machine.write(address, lowest);
  }
}
