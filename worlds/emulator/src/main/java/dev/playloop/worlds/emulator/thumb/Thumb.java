package dev.playloop.worlds.emulator.thumb;

/// The Thumb instruction set of the ARM7TDMI: all 19 formats. A software interrupt is an error,
/// since there is no BIOS to serve it.
final class Thumb {
  private final Cpu cpu;
  private final int[] r;

  Thumb(Cpu cpu) {
    this.cpu = cpu;
    this.r = cpu.r;
  }

  void execute(int op) {
    switch (op >>> 12) {
      case 0x0, 0x1 -> {
        if ((op >>> 11) == 3) {
          addOrSubtract(op);
        } else {
          shiftByNumber(op);
        }
      }
      case 0x2, 0x3 -> withNumber(op);
      case 0x4 -> registersOrConstant(op);
      case 0x5 -> loadOrStoreByRegister(op);
      case 0x6, 0x7 -> loadOrStoreByNumber(op);
      case 0x8 -> halfword(op);
      case 0x9 -> onStack(op);
      case 0xA -> addressOf(op);
      case 0xB -> stack(op);
      case 0xC -> multiple(op);
      case 0xD -> conditionalBranch(op);
      default -> branch(op);
    }
  }

  /// Format 1.
  private void shiftByNumber(int op) {
    int kind = op >>> 11;
    int amount = op >>> 6 & 31;
    // To the right, 0 stands for 32.
    int by = amount == 0 && kind != Cpu.LSL ? 32 : amount;
    r[op & 7] = cpu.logical(cpu.shift(kind, r[op >>> 3 & 7], by));
    cpu.carry = cpu.shiftedOut;
  }

  /// Format 2.
  private void addOrSubtract(int op) {
    int number = op >>> 6 & 7;
    int b = (op & 0x400) == 0 ? r[number] : number;
    int a = r[op >>> 3 & 7];
    r[op & 7] = (op & 0x200) == 0 ? cpu.add(a, b, false) : cpu.subtract(a, b);
  }

  /// Format 3.
  private void withNumber(int op) {
    int d = op >>> 8 & 7;
    int number = op & 0xFF;
    switch (op >>> 11 & 3) {
      case 0 -> r[d] = cpu.logical(number);
      case 1 -> cpu.subtract(r[d], number);
      case 2 -> r[d] = cpu.add(r[d], number, false);
      default -> r[d] = cpu.subtract(r[d], number);
    }
  }

  private void registersOrConstant(int op) {
    switch (op >>> 10 & 3) {
      case 0 -> arithmetic(op);
      case 1 -> highRegisters(op);
      // Format 6: a constant behind the code.
      default -> r[op >>> 8 & 7] = cpu.load32((r[Cpu.PC] & ~3) + ((op & 0xFF) << 2));
    }
  }

  /// Format 4.
  private void arithmetic(int op) {
    int d = op & 7;
    int a = r[d];
    int b = r[op >>> 3 & 7];
    switch (op >>> 6 & 15) {
      case 0x0 -> r[d] = cpu.logical(a & b);
      case 0x1 -> r[d] = cpu.logical(a ^ b);
      case 0x2 -> r[d] = shifted(Cpu.LSL, a, b);
      case 0x3 -> r[d] = shifted(Cpu.LSR, a, b);
      case 0x4 -> r[d] = shifted(Cpu.ASR, a, b);
      case 0x5 -> r[d] = cpu.add(a, b, cpu.carry);
      case 0x6 -> r[d] = cpu.add(a, ~b, cpu.carry);
      case 0x7 -> r[d] = shifted(Cpu.ROR, a, b);
      case 0x8 -> cpu.logical(a & b);
      case 0x9 -> r[d] = cpu.subtract(0, b);
      case 0xA -> cpu.subtract(a, b);
      case 0xB -> cpu.add(a, b, false);
      case 0xC -> r[d] = cpu.logical(a | b);
      case 0xD -> r[d] = cpu.logical(a * b);
      case 0xE -> r[d] = cpu.logical(a & ~b);
      default -> r[d] = cpu.logical(~b);
    }
  }

  private int shifted(int kind, int value, int amount) {
    int result = cpu.logical(cpu.shift(kind, value, amount & 0xFF));
    cpu.carry = cpu.shiftedOut;
    return result;
  }

  /// Format 5: the only one that reaches all 16 registers, and BX.
  private void highRegisters(int op) {
    int d = (op & 7) | (op >>> 4 & 8);
    int b = r[op >>> 3 & 15];
    switch (op >>> 8 & 3) {
      case 0 -> assign(d, r[d] + b);
      case 1 -> cpu.subtract(r[d], b);
      case 2 -> assign(d, b);
      default -> cpu.exchange(b);
    }
  }

  private void assign(int register, int value) {
    if (register == Cpu.PC) {
      cpu.branch(value);
    } else {
      r[register] = value;
    }
  }

  /// Formats 7 and 8.
  private void loadOrStoreByRegister(int op) {
    int address = r[op >>> 3 & 7] + r[op >>> 6 & 7];
    int d = op & 7;
    switch (op >>> 9 & 7) {
      case 0 -> cpu.bus.write32(address, r[d]);
      case 1 -> cpu.bus.write16(address, r[d]);
      case 2 -> cpu.bus.write8(address, r[d]);
      case 3 -> r[d] = cpu.loadSigned8(address);
      case 4 -> r[d] = cpu.load32(address);
      case 5 -> r[d] = cpu.load16(address);
      case 6 -> r[d] = cpu.bus.read8(address);
      default -> r[d] = cpu.loadSigned16(address);
    }
  }

  /// Format 9.
  private void loadOrStoreByNumber(int op) {
    int base = r[op >>> 3 & 7];
    int number = op >>> 6 & 31;
    int d = op & 7;
    switch (op >>> 11 & 3) {
      case 0 -> cpu.bus.write32(base + (number << 2), r[d]);
      case 1 -> r[d] = cpu.load32(base + (number << 2));
      case 2 -> cpu.bus.write8(base + number, r[d]);
      default -> r[d] = cpu.bus.read8(base + number);
    }
  }

  /// Format 10.
  private void halfword(int op) {
    int address = r[op >>> 3 & 7] + ((op >>> 6 & 31) << 1);
    if ((op & 0x800) == 0) {
      cpu.bus.write16(address, r[op & 7]);
    } else {
      r[op & 7] = cpu.load16(address);
    }
  }

  /// Format 11.
  private void onStack(int op) {
    int address = r[Cpu.SP] + ((op & 0xFF) << 2);
    int d = op >>> 8 & 7;
    if ((op & 0x800) == 0) {
      cpu.bus.write32(address, r[d]);
    } else {
      r[d] = cpu.load32(address);
    }
  }

  /// Format 12.
  private void addressOf(int op) {
    int base = (op & 0x800) == 0 ? r[Cpu.PC] & ~3 : r[Cpu.SP];
    r[op >>> 8 & 7] = base + ((op & 0xFF) << 2);
  }

  /// Formats 13 and 14.
  private void stack(int op) {
    switch (op >>> 8 & 15) {
      case 0x0 -> {
        int offset = (op & 0x7F) << 2;
        r[Cpu.SP] += (op & 0x80) == 0 ? offset : -offset;
      }
      case 0x4, 0x5 -> push(op & 0xFF, (op & 0x100) != 0);
      case 0xC, 0xD -> pop(op & 0xFF, (op & 0x100) != 0);
      default -> throw cpu.unknown("undefined", op);
    }
  }

  private void push(int list, boolean link) {
    if (link) {
      push(r[Cpu.LR]);
    }
    for (int i = 7; i >= 0; i--) {
      if ((list >>> i & 1) != 0) {
        push(r[i]);
      }
    }
  }

  private void push(int value) {
    r[Cpu.SP] -= 4;
    cpu.bus.write32(r[Cpu.SP], value);
  }

  private void pop(int list, boolean counter) {
    for (int i = 0; i < 8; i++) {
      if ((list >>> i & 1) != 0) {
        r[i] = pop();
      }
    }
    if (counter) {
      // This processor stays in Thumb whatever bit 0 says.
      cpu.branch(pop());
    }
  }

  private int pop() {
    int value = cpu.bus.read32(r[Cpu.SP]);
    r[Cpu.SP] += 4;
    return value;
  }

  /// Format 15.
  private void multiple(int op) {
    int list = op & 0xFF;
    if (list == 0) {
      throw cpu.unknown("empty list of registers", op);
    }
    boolean load = (op & 0x800) != 0;
    int base = op >>> 8 & 7;
    int address = r[base];
    for (int i = 0; i < 8; i++) {
      if ((list >>> i & 1) != 0) {
        if (load) {
          r[i] = cpu.bus.read32(address);
        } else {
          cpu.bus.write32(address, r[i]);
        }
        address += 4;
      }
    }
    if (!load || (list >>> base & 1) == 0) {
      r[base] = address;
    }
  }

  /// Formats 16 and 17.
  private void conditionalBranch(int op) {
    int condition = op >>> 8 & 15;
    if (condition == 15) {
      throw cpu.unknown("software interrupt, and there is no BIOS", op);
    }
    if (condition == 14) {
      throw cpu.unknown("undefined", op);
    }
    if (cpu.holds(condition)) {
      cpu.branch(r[Cpu.PC] + ((byte) op << 1));
    }
  }

  /// Formats 18 and 19; a long branch comes in two halves.
  private void branch(int op) {
    int offset = op & 0x7FF;
    int signed = offset << 21 >> 21;
    switch (op >>> 11 & 3) {
      case 0 -> cpu.branch(r[Cpu.PC] + (signed << 1));
      case 2 -> r[Cpu.LR] = r[Cpu.PC] + (signed << 12);
      case 3 -> {
        int back = cpu.next | 1;
        cpu.branch(r[Cpu.LR] + (offset << 1));
        r[Cpu.LR] = back;
      }
      default -> throw cpu.unknown("undefined", op);
    }
  }
}
