package dev.playloop.worlds.emerald.memory;

import java.util.List;

/// Bytes of the machine, by address, as they were read. Numbers are little-endian. A place that was
/// not read is a bug: [IllegalArgumentException].
public final class Memory {
  private final List<Block> blocks;

  /// Bytes from an address on. Not copied; whoever made it leaves it alone.
  static final class Block {
    private final long address;
    private final byte[] bytes;

    Block(long address, byte[] bytes) {
      this.address = address;
      this.bytes = bytes;
    }

    private boolean holds(long from, int length) {
      return from >= address && from + length <= address + bytes.length;
    }
  }

  Memory(List<Block> blocks) {
    this.blocks = List.copyOf(blocks);
  }

  /// One block alone.
  public static Memory of(long address, byte[] bytes) {
    return new Memory(List.of(new Block(address, bytes.clone())));
  }

  /// These blocks and those of `other`; this one's come first.
  Memory and(Memory other) {
    return new Memory(
        java.util.stream.Stream.concat(blocks.stream(), other.blocks.stream()).toList());
  }

  public boolean holds(long address, int length) {
    return blocks.stream().anyMatch(block -> block.holds(address, length));
  }

  public int u8(long address) {
    Block block = block(address, 1);
    return block.bytes[(int) (address - block.address)] & 0xFF;
  }

  public int u16(long address) {
    return u8(address) | (u8(address + 1) << 8);
  }

  public int s16(long address) {
    return (short) u16(address);
  }

  public int s8(long address) {
    return (byte) u8(address);
  }

  public long u32(long address) {
    return u16(address) | ((long) u16(address + 2) << 16);
  }

  public byte[] bytes(long address, int length) {
    Block block = block(address, length);
    int from = (int) (address - block.address);
    return java.util.Arrays.copyOfRange(block.bytes, from, from + length);
  }

  private Block block(long address, int length) {
    for (Block block : blocks) {
      if (block.holds(address, length)) {
        return block;
      }
    }
    throw new IllegalArgumentException(
        "%d bytes at 0x%08X were not read".formatted(length, address));
  }
}
