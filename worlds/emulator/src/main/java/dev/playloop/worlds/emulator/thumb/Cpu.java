package dev.playloop.worlds.emulator.thumb;

import dev.playloop.worlds.emulator.machine.Hex;
import dev.playloop.worlds.emulator.machine.MachineFault;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// The registers and flags of an ARM7TDMI in its user mode, and the arithmetic that both of its
/// instruction sets share. No interrupts, no other modes, no coprocessors; no notion of time.
final class Cpu {
  static final int SP = 13;
  static final int LR = 14;
  static final int PC = 15;

  /// Kinds of shift, as both instruction sets number them.
  static final int LSL = 0;

  static final int LSR = 1;
  static final int ASR = 2;
  static final int ROR = 3;

  private static final int ENTRY = 0x08000000;
  private static final int STACK = 0x03007F00;

  /// How many bytes [#save] writes: 16 registers, the next address, the flags.
  static final int SAVED = 18 * Integer.BYTES;

  final int[] r = new int[16];
  final Bus bus;

  /// Where the next instruction is. `r[15]` is two instructions ahead of the one that runs.
  int next;

  boolean negative;
  boolean zero;
  boolean carry;
  boolean overflow;
  boolean thumb;

  /// What the last [#shift] moved out.
  boolean shiftedOut;

  Cpu(Bus bus) {
    this.bus = bus;
    reset();
  }

  /// As mGBA's BIOS leaves it when it starts a cartridge.
  void reset() {
    Arrays.fill(r, 0);
    r[SP] = STACK;
    r[LR] = ENTRY;
    next = ENTRY;
    flags(0);
    carry = true;
  }

  void branch(int target) {
    next = target & (thumb ? ~1 : ~3);
  }

  /// Bit 0 of the target says which instruction set goes on there.
  void exchange(int target) {
    thumb = (target & 1) != 0;
    branch(target);
  }

  boolean holds(int condition) {
    return switch (condition) {
      case 0x0 -> zero;
      case 0x1 -> !zero;
      case 0x2 -> carry;
      case 0x3 -> !carry;
      case 0x4 -> negative;
      case 0x5 -> !negative;
      case 0x6 -> overflow;
      case 0x7 -> !overflow;
      case 0x8 -> carry && !zero;
      case 0x9 -> !carry || zero;
      case 0xA -> negative == overflow;
      case 0xB -> negative != overflow;
      case 0xC -> !zero && negative == overflow;
      case 0xD -> zero || negative != overflow;
      case 0xE -> true;
      default -> throw unknown("condition", condition);
    };
  }

  int logical(int result) {
    negative = result < 0;
    zero = result == 0;
    return result;
  }

  /// Adds and sets all flags; a subtraction adds the complement with a carry.
  int add(int a, int b, boolean carryIn) {
    long wide = Integer.toUnsignedLong(a) + Integer.toUnsignedLong(b) + (carryIn ? 1 : 0);
    int result = (int) wide;
    carry = wide >>> 32 != 0;
    overflow = ((a ^ result) & (b ^ result)) < 0;
    return logical(result);
  }

  int subtract(int a, int b) {
    return add(a, ~b, true);
  }

  /// Shifts by 0 to 255. By 0 the value stays, and what was shifted out is the carry flag as it is.
  int shift(int kind, int value, int amount) {
    if (amount == 0) {
      shiftedOut = carry;
      return value;
    }
    return switch (kind) {
      case LSL -> {
        shiftedOut = amount <= 32 && (value >>> (32 - amount) & 1) != 0;
        yield amount < 32 ? value << amount : 0;
      }
      case LSR -> {
        shiftedOut = amount <= 32 && (value >>> (amount - 1) & 1) != 0;
        yield amount < 32 ? value >>> amount : 0;
      }
      case ASR -> {
        int by = Math.min(amount, 32);
        shiftedOut = (value >> (by - 1) & 1) != 0;
        yield value >> Math.min(by, 31);
      }
      default -> {
        int result = Integer.rotateRight(value, amount);
        shiftedOut = result < 0;
        yield result;
      }
    };
  }

  /// A word from an odd address is the aligned one, turned.
  int load32(int address) {
    return Integer.rotateRight(bus.read32(address), 8 * (address & 3));
  }

  int load16(int address) {
    return Integer.rotateRight(bus.read16(address), 8 * (address & 1));
  }

  int loadSigned16(int address) {
    return (address & 1) == 0 ? (short) bus.read16(address) : loadSigned8(address);
  }

  int loadSigned8(int address) {
    return (byte) bus.read8(address);
  }

  /// Stops the game: an instruction that this processor doesn't have.
  MachineFault unknown(String what, int bits) {
    int at = r[PC] - (thumb ? 4 : 8);
    return new MachineFault(
        "%s instruction 0x%X (%s) at %s: the Java machine runs Thumb code and plain ARM start-up code"
            .formatted(thumb ? "Thumb" : "ARM", bits, what, Hex.address(at)));
  }

  private int flags() {
    return (negative ? 1 : 0)
        | (zero ? 2 : 0)
        | (carry ? 4 : 0)
        | (overflow ? 8 : 0)
        | (thumb ? 16 : 0);
  }

  private void flags(int bits) {
    negative = (bits & 1) != 0;
    zero = (bits & 2) != 0;
    carry = (bits & 4) != 0;
    overflow = (bits & 8) != 0;
    thumb = (bits & 16) != 0;
  }

  void save(ByteBuffer to) {
    for (int value : r) {
      to.putInt(value);
    }
    to.putInt(next).putInt(flags());
  }

  void load(ByteBuffer from) {
    for (int i = 0; i < r.length; i++) {
      r[i] = from.getInt();
    }
    next = from.getInt();
    flags(from.getInt());
  }
}
