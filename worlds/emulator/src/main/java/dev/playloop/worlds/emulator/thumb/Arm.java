package dev.playloop.worlds.emulator.thumb;

/// As much of the 32-bit instruction set as start-up code and a compiler's veneers need: branches,
/// data processing, multiplication, loads and stores, also of halfwords and of many registers.
/// Status registers, coprocessors and software interrupts are errors.
final class Arm {
  private static final int ALWAYS = 14;

  private final Cpu cpu;
  private final int[] r;

  Arm(Cpu cpu) {
    this.cpu = cpu;
    this.r = cpu.r;
  }

  void execute(int op) {
    int condition = op >>> 28;
    if (condition != ALWAYS && !cpu.holds(condition)) {
      return;
    }
    if ((op & 0x0FFFFFF0) == 0x012FFF10) {
      cpu.exchange(r[op & 15]);
      return;
    }
    switch (op >>> 25 & 7) {
      case 0 -> {
        if ((op & 0x90) == 0x90) {
          multiplyOrHalfword(op);
        } else {
          process(op, shiftedRegister(op));
        }
      }
      case 1 -> process(op, number(op));
      case 2 -> loadOrStore(op, op & 0xFFF);
      case 3 -> {
        if ((op & 0x10) != 0) {
          throw cpu.unknown("undefined", op);
        }
        loadOrStore(op, shiftedByNumber(op));
      }
      case 4 -> multiple(op);
      case 5 -> {
        if ((op & 0x01000000) != 0) {
          r[Cpu.LR] = cpu.next;
        }
        cpu.branch(r[Cpu.PC] + (op << 8 >> 6));
      }
      default -> throw cpu.unknown("coprocessor or software interrupt", op);
    }
  }

  private int number(int op) {
    return cpu.shift(Cpu.ROR, op & 0xFF, (op >>> 8 & 15) << 1);
  }

  private int shiftedRegister(int op) {
    if ((op & 0x10) == 0) {
      return shiftedByNumber(op);
    }
    return cpu.shift(op >>> 5 & 3, r[op & 15], r[op >>> 8 & 15] & 0xFF);
  }

  private int shiftedByNumber(int op) {
    int kind = op >>> 5 & 3;
    int amount = op >>> 7 & 31;
    int value = r[op & 15];
    if (amount == 0 && kind == Cpu.ROR) {
      // Rotates by one through the carry flag.
      cpu.shiftedOut = (value & 1) != 0;
      return value >>> 1 | (cpu.carry ? 1 << 31 : 0);
    }
    return cpu.shift(kind, value, amount == 0 && kind != Cpu.LSL ? 32 : amount);
  }

  private void process(int op, int b) {
    int kind = op >>> 21 & 15;
    boolean flags = (op & 0x00100000) != 0;
    if (!flags && kind >= 8 && kind <= 11) {
      throw cpu.unknown("status register", op);
    }
    int d = op >>> 12 & 15;
    if (flags && d == Cpu.PC && (kind < 8 || kind > 11)) {
      throw cpu.unknown("return from an exception", op);
    }
    boolean negative = cpu.negative;
    boolean zero = cpu.zero;
    boolean carry = cpu.carry;
    boolean overflow = cpu.overflow;
    int result = result(kind, r[op >>> 16 & 15], b);
    if (!flags) {
      cpu.negative = negative;
      cpu.zero = zero;
      cpu.carry = carry;
      cpu.overflow = overflow;
    }
    if (kind < 8 || kind > 11) {
      assign(d, result);
    }
  }

  private int result(int kind, int a, int b) {
    return switch (kind) {
      case 0x0, 0x8 -> logical(a & b);
      case 0x1, 0x9 -> logical(a ^ b);
      case 0x2, 0xA -> cpu.subtract(a, b);
      case 0x3 -> cpu.subtract(b, a);
      case 0x4, 0xB -> cpu.add(a, b, false);
      case 0x5 -> cpu.add(a, b, cpu.carry);
      case 0x6 -> cpu.add(a, ~b, cpu.carry);
      case 0x7 -> cpu.add(b, ~a, cpu.carry);
      case 0xC -> logical(a | b);
      case 0xD -> logical(b);
      case 0xE -> logical(a & ~b);
      default -> logical(~b);
    };
  }

  private int logical(int result) {
    cpu.carry = cpu.shiftedOut;
    return cpu.logical(result);
  }

  private void assign(int register, int value) {
    if (register == Cpu.PC) {
      cpu.branch(value);
    } else {
      r[register] = value;
    }
  }

  private void multiplyOrHalfword(int op) {
    if ((op & 0x0FC000F0) == 0x00000090) {
      int added = (op & 0x00200000) != 0 ? r[op >>> 12 & 15] : 0;
      int result = r[op & 15] * r[op >>> 8 & 15] + added;
      r[op >>> 16 & 15] = (op & 0x00100000) != 0 ? cpu.logical(result) : result;
      return;
    }
    int kind = op >>> 5 & 3;
    if (kind == 0) {
      throw cpu.unknown("long multiplication or swap", op);
    }
    int offset = (op & 0x00400000) != 0 ? (op >>> 4 & 0xF0) | (op & 15) : r[op & 15];
    int address = address(op, offset);
    int d = op >>> 12 & 15;
    if ((op & 0x00100000) == 0) {
      if (kind != 1) {
        throw cpu.unknown("undefined", op);
      }
      cpu.bus.write16(address, r[d]);
      writeBack(op, offset);
    } else {
      writeBack(op, offset);
      r[d] =
          switch (kind) {
            case 1 -> cpu.load16(address);
            case 2 -> cpu.loadSigned8(address);
            default -> cpu.loadSigned16(address);
          };
    }
  }

  private void loadOrStore(int op, int offset) {
    int address = address(op, offset);
    int d = op >>> 12 & 15;
    boolean single = (op & 0x00400000) != 0;
    if ((op & 0x00100000) == 0) {
      int value = d == Cpu.PC ? r[d] + 4 : r[d];
      if (single) {
        cpu.bus.write8(address, value);
      } else {
        cpu.bus.write32(address, value);
      }
      writeBack(op, offset);
    } else {
      int value = single ? cpu.bus.read8(address) : cpu.load32(address);
      writeBack(op, offset);
      assign(d, value);
    }
  }

  private int address(int op, int offset) {
    boolean before = (op & 0x01000000) != 0;
    return r[op >>> 16 & 15] + (before ? signed(op, offset) : 0);
  }

  private void writeBack(int op, int offset) {
    boolean before = (op & 0x01000000) != 0;
    if (!before || (op & 0x00200000) != 0) {
      r[op >>> 16 & 15] += signed(op, offset);
    }
  }

  private static int signed(int op, int offset) {
    return (op & 0x00800000) != 0 ? offset : -offset;
  }

  private void multiple(int op) {
    int list = op & 0xFFFF;
    if (list == 0 || (op & 0x00400000) != 0) {
      throw cpu.unknown("empty list, or registers of another mode", op);
    }
    boolean load = (op & 0x00100000) != 0;
    boolean up = (op & 0x00800000) != 0;
    boolean before = (op & 0x01000000) != 0;
    int base = op >>> 16 & 15;
    int size = Integer.bitCount(list) * 4;
    int end = up ? r[base] + size : r[base] - size;
    int lowest = up ? r[base] : end;
    // The lowest register is at the lowest address, whichever way the base goes.
    int address = before == up ? lowest + 4 : lowest;
    boolean keep = (op & 0x00200000) == 0 || (load && (list >>> base & 1) != 0);
    for (int i = 0; i < 16; i++) {
      if ((list >>> i & 1) != 0) {
        if (load) {
          assign(i, cpu.bus.read32(address));
        } else {
          cpu.bus.write32(address, i == Cpu.PC ? r[i] + 4 : r[i]);
        }
        address += 4;
      }
    }
    if (!keep) {
      r[base] = end;
    }
  }
}
