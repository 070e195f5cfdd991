package dev.playloop.worlds.emulator.thumb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.emulator.machine.Hex;
import dev.playloop.worlds.emulator.machine.LittleEndian;
import dev.playloop.worlds.emulator.machine.MachineFault;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Instructions one by one, by the processor's manual. Whole programs are compared with mGBA's
/// processor in [RandomProgramsTest].
class ThumbTest {
  private static final int CODE = 0x080000C0;
  private static final int RAM = 0x02000000;

  private final byte[] rom = new byte[0x400];
  private final Bus bus = new Bus(rom);
  private Cpu cpu = new Cpu(bus);

  /// Runs these halfwords from [#CODE] on, as many steps as there are.
  private void run(int... code) {
    begin(code);
    for (int i = 0; i < code.length; i++) {
      new InstructionCycle(cpu).step();
    }
  }

  private void begin(int... code) {
    int[] registers = cpu.r.clone();
    byte[] program = rom.clone();
    for (int i = 0; i < code.length; i++) {
      LittleEndian.put16(program, 0xC0 + 2 * i, code[i]);
    }
    Bus filled = new Bus(program);
    System.arraycopy(bus.ewram, 0, filled.ewram, 0, bus.ewram.length);
    Cpu fresh = new Cpu(filled);
    System.arraycopy(registers, 0, fresh.r, 0, registers.length);
    fresh.carry = cpu.carry;
    fresh.negative = cpu.negative;
    fresh.zero = cpu.zero;
    fresh.overflow = cpu.overflow;
    fresh.thumb = true;
    fresh.next = CODE;
    cpu = fresh;
  }

  private String flags() {
    return (cpu.negative ? "N" : "-")
        + (cpu.zero ? "Z" : "-")
        + (cpu.carry ? "C" : "-")
        + (cpu.overflow ? "V" : "-");
  }

  /// r0 = 12, r1 = 0x80000001, r2 = 33, r3 = -1, carry set; the result is in r0.
  @ParameterizedTest(name = "{0} gives {2} {3}")
  @CsvSource({
    "lsl r0 r1 #1,      0x0048, 0x00000002, --C-",
    "lsl r0 r1 #0,      0x0008, 0x80000001, N-C-",
    "lsr r0 r1 #32,     0x0808, 0x00000000, -ZC-",
    "lsr r0 r1 #1,      0x0848, 0x40000000, --C-",
    "asr r0 r1 #32,     0x1008, 0xFFFFFFFF, N-C-",
    "asr r0 r1 #1,      0x1048, 0xC0000000, N-C-",
    "add r0 r1 r3,      0x18C8, 0x80000000, N-C-",
    "sub r0 r1 r3,      0x1AC8, 0x80000002, N---",
    "add r0 r1 #7,      0x1DC8, 0x80000008, N---",
    "sub r0 r1 #7,      0x1FC8, 0x7FFFFFFA, --CV",
    "mov r0 #0,         0x2000, 0x00000000, -ZC-",
    "cmp r0 #12,        0x280C, 0x0000000C, -ZC-",
    "cmp r0 #13,        0x280D, 0x0000000C, N---",
    "add r0 #255,       0x30FF, 0x0000010B, ----",
    "sub r0 #13,        0x380D, 0xFFFFFFFF, N---",
    "and r0 r3,         0x4018, 0x0000000C, --C-",
    "eor r0 r3,         0x4058, 0xFFFFFFF3, N-C-",
    "lsl r0 r2 (33),    0x4090, 0x00000000, -Z--",
    "lsr r0 r2 (33),    0x40D0, 0x00000000, -Z--",
    "asr r0 r2 (33),    0x4110, 0x00000000, -Z--",
    "adc r0 r3,         0x4158, 0x0000000C, --C-",
    "sbc r0 r2,         0x4190, 0xFFFFFFEB, N---",
    "ror r0 r2 (33),    0x41D0, 0x00000006, ----",
    "tst r0 r1,         0x4208, 0x0000000C, -ZC-",
    "neg r0 r2,         0x4250, 0xFFFFFFDF, N---",
    "cmp r0 r3,         0x4298, 0x0000000C, ----",
    "cmn r0 r3,         0x42D8, 0x0000000C, --C-",
    "orr r0 r1,         0x4308, 0x8000000D, N-C-",
    "mul r0 r2,         0x4350, 0x0000018C, --C-",
    "bic r0 r3,         0x4398, 0x00000000, -ZC-",
    "mvn r0 r2,         0x43D0, 0xFFFFFFDE, N-C-"
  })
  void computes(String name, String code, String result, String flags) {
    cpu.r[0] = 12;
    cpu.r[1] = 0x80000001;
    cpu.r[2] = 33;
    cpu.r[3] = -1;
    cpu.carry = true;
    run(Integer.decode(code));
    assertThat(Hex.address(cpu.r[0])).as(name).isEqualTo(result);
    assertThat(flags()).as(name).isEqualTo(flags);
  }

  /// `cmp r0 r1`, then a branch over the move if the condition holds.
  @ParameterizedTest(name = "condition {0} after comparing {1} and {2}: {3}")
  @CsvSource({
    "0x0, 5, 5, true",
    "0x0, 5, 6, false",
    "0x1, 5, 6, true",
    "0x1, 5, 5, false",
    "0x2, 6, 5, true",
    "0x2, 5, 6, false",
    "0x3, 5, 6, true",
    "0x3, 5, 5, false",
    "0x4, 5, 6, true",
    "0x4, 6, 5, false",
    "0x5, 6, 5, true",
    "0x5, 5, 6, false",
    "0x6, -2147483648, 1, true",
    "0x6, 5, 5, false",
    "0x7, 5, 5, true",
    "0x7, -2147483648, 1, false",
    "0x8, 6, 5, true",
    "0x8, 5, 5, false",
    "0x9, 5, 5, true",
    "0x9, -1, 5, false",
    "0xA, 5, -1, true",
    "0xA, -1, 5, false",
    "0xB, -1, 5, true",
    "0xB, 5, 5, false",
    "0xC, 6, 5, true",
    "0xC, 5, 5, false",
    "0xD, 5, 5, true",
    "0xD, 6, 5, false"
  })
  void branchesOnCondition(String condition, int a, int b, boolean taken) {
    cpu.r[0] = a;
    cpu.r[1] = b;
    begin(0x4288, 0xD000 | Integer.decode(condition) << 8, 0x2207, 0x2309);
    new InstructionCycle(cpu).step();
    new InstructionCycle(cpu).step();
    assertThat(cpu.next).isEqualTo(taken ? CODE + 8 - 2 : CODE + 4);
  }

  @Test
  void loadsAndStoresEverySize() {
    cpu.r[1] = RAM;
    cpu.r[2] = 0x1234F6F8;
    cpu.r[3] = 4;
    // str r2 [r1 r3]; ldr r0; ldrh r4; ldrb r5; ldsh r6; ldsb r7, all from r1 + r3
    run(0x50CA, 0x58C8, 0x5ACC, 0x5CCD, 0x5ECE, 0x56CF);
    assertThat(cpu.r[0]).isEqualTo(0x1234F6F8);
    assertThat(cpu.r[4]).isEqualTo(0xF6F8);
    assertThat(cpu.r[5]).isEqualTo(0xF8);
    assertThat(cpu.r[6]).isEqualTo(0xFFFFF6F8);
    assertThat(cpu.r[7]).isEqualTo(0xFFFFFFF8);
  }

  @Test
  void storesEverySizeByRegisterAndByNumber() {
    cpu.r[1] = RAM;
    cpu.r[2] = 0x11223344;
    cpu.r[3] = 8;
    // strh r2 [r1 r3]; strb r2 [r1 #1]; strh r2 [r1 #2]; str r2 [r1 #4]; ldr r0 [r1 #0]; ldr r4 [r1
    // #4]
    run(0x52CA, 0x704A, 0x804A, 0x604A, 0x6808, 0x684C);
    assertThat(cpu.r[0]).isEqualTo(0x33444400);
    assertThat(cpu.r[4]).isEqualTo(0x11223344);
    assertThat(cpu.bus.read16(RAM + 8)).isEqualTo(0x3344);
  }

  @Test
  void oddAddressesTurnWhatIsLoaded() {
    cpu.r[1] = RAM + 1;
    LittleEndian.put32(bus.ewram, 0, 0x44332211);
    // ldr r0 [r1 #0]; ldrh r2 [r1 #0]
    run(0x6808, 0x880A);
    assertThat(cpu.r[0]).isEqualTo(0x11443322);
    assertThat(cpu.r[2]).isEqualTo(0x11000022);
  }

  @Test
  void pushAndPopKeepOrderAndStack() {
    cpu.r[0] = 1;
    cpu.r[7] = 2;
    cpu.r[Cpu.LR] = CODE + 0x101;
    int stack = cpu.r[Cpu.SP];
    // push r0 r7 lr; pop r1 r2 pc
    run(0xB581, 0xBD06);
    assertThat(cpu.r[1]).isEqualTo(1);
    assertThat(cpu.r[2]).isEqualTo(2);
    assertThat(cpu.next).isEqualTo(CODE + 0x100);
    assertThat(cpu.r[Cpu.SP]).isEqualTo(stack);
  }

  @Test
  void stackAddressesAndConstants() {
    int stack = cpu.r[Cpu.SP];
    cpu.r[0] = 77;
    // sub sp #16; str r0 [sp #4]; ldr r1 [sp #4]; add r2 sp #4; add r3 pc #0; ldr r4 [pc #0]
    run(0xB084, 0x9001, 0x9901, 0xAA01, 0xA300, 0x4C00);
    assertThat(cpu.r[1]).isEqualTo(77);
    assertThat(cpu.r[2]).isEqualTo(stack - 12);
    assertThat(cpu.r[3]).isEqualTo(CODE + 12);
    assertThat(cpu.r[4]).isEqualTo(cpu.bus.read32(CODE + 12));
  }

  @Test
  void multipleWritesBackUnlessTheBaseIsLoaded() {
    cpu.r[0] = RAM;
    cpu.r[1] = 10;
    cpu.r[2] = 20;
    // stmia r0! {r1 r2}; sub r0 #8; ldmia r0! {r3 r4}
    run(0xC006, 0x3808, 0xC818);
    assertThat(cpu.r[3]).isEqualTo(10);
    assertThat(cpu.r[4]).isEqualTo(20);
    assertThat(cpu.r[0]).isEqualTo(RAM + 8);
    cpu.r[0] = RAM;
    System.arraycopy(cpu.bus.ewram, 0, bus.ewram, 0, 16);
    run(0xC803);
    assertThat(Arrays.copyOf(cpu.r, 2)).containsExactly(10, 20);
  }

  @Test
  void longBranchLinksAndComesBack() {
    // bl +0x100
    begin(0xF000, 0xF87E);
    new InstructionCycle(cpu).step();
    new InstructionCycle(cpu).step();
    assertThat(cpu.next).isEqualTo(CODE + 0x100);
    assertThat(cpu.r[Cpu.LR]).isEqualTo(CODE + 5);
  }

  @Test
  void branchesBackwards() {
    begin(0xE7FE);
    new InstructionCycle(cpu).step();
    assertThat(cpu.next).isEqualTo(CODE);
  }

  @Test
  void exchangesToArmAndBack() {
    cpu.r[0] = CODE + 0x10;
    cpu.r[9] = 5;
    // mov r8 r9 (high registers); add r8 r9; bx r0
    run(0x46C8, 0x44C8, 0x4700);
    assertThat(cpu.r[8]).isEqualTo(10);
    assertThat(cpu.thumb).isFalse();
    assertThat(cpu.next).isEqualTo(CODE + 0x10);
  }

  @ParameterizedTest(name = "{0} is refused: {1}")
  @CsvSource({
    "0xDF05, software interrupt",
    "0xDE00, undefined",
    "0xB100, undefined",
    "0xE800, undefined",
    "0xC000, empty list"
  })
  void whatIsNotThereIsAnErrorThatSaysWhere(String code, String word) {
    begin(Integer.decode(code));
    assertThatThrownBy(() -> new InstructionCycle(cpu).step())
        .isInstanceOf(MachineFault.class)
        .hasMessageContaining(word)
        .hasMessageContaining("0x080000C0");
  }
}
