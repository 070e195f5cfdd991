package dev.playloop.worlds.emulator.thumb;

/// Runs a processor instruction by instruction: fetches the next one and gives it to the set that
/// the processor is in. Used by one thread; allocates nothing.
final class InstructionCycle {
  private final Cpu cpu;
  private final Bus bus;
  private final Thumb thumbSet;
  private final Arm armSet;

  InstructionCycle(Cpu cpu) {
    this.cpu = cpu;
    this.bus = cpu.bus;
    this.thumbSet = new Thumb(cpu);
    this.armSet = new Arm(cpu);
  }

  void step() {
    int at = cpu.next;
    if (cpu.thumb) {
      cpu.r[Cpu.PC] = at + 4;
      cpu.next = at + 2;
      thumbSet.execute(bus.read16(at));
    } else {
      cpu.r[Cpu.PC] = at + 8;
      cpu.next = at + 4;
      armSet.execute(bus.read32(at));
    }
  }
}
