package dev.playloop.worlds.emulator.thumb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.emulator.machine.LittleEndian;
import dev.playloop.worlds.emulator.machine.MachineFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The 32-bit instructions that start-up code and a compiler's veneers are made of.
class ArmTest {
  private static final int START = 0x08000000;
  private static final int RAM = 0x03000000;

  private Cpu cpu = new Cpu(new Bus(new byte[0x100]));

  private void run(int... code) {
    begin(code);
    for (int i = 0; i < code.length; i++) {
      new InstructionCycle(cpu).step();
    }
  }

  private void begin(int... code) {
    byte[] rom = new byte[0x100];
    for (int i = 0; i < code.length; i++) {
      LittleEndian.put32(rom, 4 * i, code[i]);
    }
    int[] registers = cpu.r.clone();
    cpu = new Cpu(new Bus(rom));
    System.arraycopy(registers, 0, cpu.r, 0, registers.length);
  }

  @Test
  void startsAsTheBiosLeavesIt() {
    assertThat(cpu.next).isEqualTo(START);
    assertThat(cpu.r[Cpu.SP]).isEqualTo(0x03007F00);
    assertThat(cpu.r[Cpu.LR]).isEqualTo(START);
    assertThat(cpu.thumb).isFalse();
  }

  @Test
  void computesWithShiftsAndTurnedNumbers() {
    cpu.r[1] = 3;
    // mov r0 #0x3000000; add r2 r0 r1 lsl #2; rsb r3 r1 #0; orr r4 r1 r1 lsr #1; mvn r5 #0
    run(0xE3A00403, 0xE0802101, 0xE2613000, 0xE18140A1, 0xE3E05000);
    assertThat(cpu.r[0]).isEqualTo(RAM);
    assertThat(cpu.r[2]).isEqualTo(RAM + 12);
    assertThat(cpu.r[3]).isEqualTo(-3);
    assertThat(cpu.r[4]).isEqualTo(3);
    assertThat(cpu.r[5]).isEqualTo(-1);
  }

  @Test
  void conditionsDecide() {
    cpu.r[1] = 5;
    // cmp r1 #5; moveq r2 #1; movne r3 #1; subs r1 r1 #6; movmi r4 #1
    run(0xE3510005, 0x03A02001, 0x13A03001, 0xE2511006, 0x43A04001);
    assertThat(cpu.r[2]).isOne();
    assertThat(cpu.r[3]).isZero();
    assertThat(cpu.r[4]).isOne();
  }

  @Test
  void loadsAndStoresWithWriteBack() {
    cpu.r[0] = RAM;
    cpu.r[1] = 0x11223344;
    // str r1 [r0] #4; strb r1 [r0 #1]!; ldr r2 [r0 #-5]; ldrh r3 [r0 #-5]; ldrsb r4 [r0]; ldrb r5
    // [r0]
    run(0xE4801004, 0xE5E01001, 0xE5102005, 0xE15030B5, 0xE1D040D0, 0xE5D05000);
    assertThat(cpu.r[0]).isEqualTo(RAM + 5);
    assertThat(cpu.r[2]).isEqualTo(0x11223344);
    assertThat(cpu.r[3]).isEqualTo(0x3344);
    assertThat(cpu.r[4]).isEqualTo(0x44);
    assertThat(cpu.r[5]).isEqualTo(0x44);
  }

  @Test
  void storesManyDownAndLoadsThemBack() {
    cpu.r[0] = 7;
    cpu.r[4] = 8;
    int stack = cpu.r[Cpu.SP];
    // stmdb sp! {r0 r4}; ldmia sp! {r1 r2}
    run(0xE92D0011, 0xE8BD0006);
    assertThat(cpu.r[1]).isEqualTo(7);
    assertThat(cpu.r[2]).isEqualTo(8);
    assertThat(cpu.r[Cpu.SP]).isEqualTo(stack);
  }

  @Test
  void branchesLinkAndExchange() {
    cpu.r[3] = START + 0x41;
    // bl +8; (skipped); (skipped); bx r3
    begin(0xEB000001, 0, 0, 0xE12FFF13);
    new InstructionCycle(cpu).step();
    assertThat(cpu.next).isEqualTo(START + 12);
    assertThat(cpu.r[Cpu.LR]).isEqualTo(START + 4);
    new InstructionCycle(cpu).step();
    assertThat(cpu.next).isEqualTo(START + 0x40);
    assertThat(cpu.thumb).isTrue();
  }

  @Test
  void multiplies() {
    cpu.r[1] = -7;
    cpu.r[2] = 6;
    cpu.r[3] = 2;
    // mul r0 r1 r2; mla r4 r1 r2 r3
    run(0xE0000291, 0xE0243291);
    assertThat(cpu.r[0]).isEqualTo(-42);
    assertThat(cpu.r[4]).isEqualTo(-40);
  }

  @ParameterizedTest(name = "{0} is refused: {1}")
  @CsvSource({
    "E129F000, status register",
    "EF000005, software interrupt",
    "E0810392, long multiplication",
    "E8500001, another mode",
    "E1B0F00E, return from an exception"
  })
  void whatIsNotThereIsAnErrorThatSaysWhere(String code, String word) {
    begin(Integer.parseUnsignedInt(code, 16));
    assertThatThrownBy(() -> new InstructionCycle(cpu).step())
        .isInstanceOf(MachineFault.class)
        .hasMessageContaining(word)
        .hasMessageContaining("0x08000000");
  }
}
