package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.testkit.Await;
import dev.playloop.worlds.emulator.machine.LittleEndian;
import dev.playloop.worlds.emulator.machine.Machine;
import dev.playloop.worlds.emulator.machine.MachineFault;
import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.thumb.ThumbMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/// When commands run and when frames pass.
class EmulatorTest {
  private static final Message FRAME = Message.of("core.currentFrame");

  private static Machine game() {
    return new ThumbMachine(Roms.bundled());
  }

  /// A game that loops at once and never waits.
  private static Machine broken() {
    byte[] rom = new byte[0x100];
    LittleEndian.put32(rom, 0, 0xEAFFFFFE);
    return new ThumbMachine(rom);
  }

  private static long frame(Emulator emulator) {
    return emulator.control(console -> console.machine().frames());
  }

  @Test
  void commandsThatArriveTogetherSeeOneFrame() throws InterruptedException, ExecutionException {
    try (Emulator emulator = Emulator.start(game(), new Pace.Max());
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      emulator.pause();
      // From the answer on, no command is taken until the game goes on.
      emulator.control(Console::machine);
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        answers.add(clients.submit(() -> emulator.send(FRAME)));
      }
      Await.until("all wait", () -> emulator.waiting() == 40);
      emulator.resume();
      String first = answers.getFirst().get();
      for (Future<String> answer : answers) {
        assertThat(answer.get()).isEqualTo(first);
      }
    }
  }

  @Test
  void framesPassByThemselvesAtANumberTimesTheConsolesSpeed() {
    try (Emulator emulator = Emulator.start(game(), new Pace.Times(64))) {
      long begin = frame(emulator);
      Await.until("frames pass", () -> frame(emulator) > begin + 30);
    }
  }

  @Test
  void noFramePassesWhilePausedAndCommandsWait() throws InterruptedException, TimeoutException {
    try (Emulator emulator = Emulator.start(game(), new Pace.Max())) {
      emulator.pause();
      long frame = frame(emulator);
      assertThatThrownBy(() -> emulator.send(Message.of("core.write8", "0x0203F800", "7")))
          .isInstanceOf(TimeoutException.class);
      assertThat(frame(emulator)).isEqualTo(frame);
      assertThat(emulator.step(5)).isEqualTo(frame + 5);
      emulator.resume();
      Await.until(
          "the command has run",
          () -> emulator.control(console -> console.machine().read(0x0203F800L, 1)[0]) == 7);
      assertThat(Long.parseLong(emulator.send(FRAME))).isGreaterThan(frame + 5);
    }
  }

  @Test
  void steppedGameStandsStillUntilItIsAsked() throws InterruptedException, TimeoutException {
    try (Emulator emulator = Emulator.start(game(), new Pace.Step())) {
      for (int i = 0; i < 20; i++) {
        emulator.send(Message.of("core.read8", "0x02000000"));
      }
      assertThat(emulator.send(FRAME)).isEqualTo("1");
      assertThat(emulator.send(FRAME)).isEqualTo("2");
    }
  }

  @Test
  void brokenGameEndsTheEmulatorAndSaysWhy() throws InterruptedException {
    try (Emulator emulator = Emulator.start(broken(), new Pace.Max())) {
      emulator.join();
      assertThat(emulator.fault()).hasMessageContaining("without waiting for the screen");
      assertThatThrownBy(() -> emulator.send(FRAME))
          .isInstanceOf(EmulatorGone.class)
          .hasMessageContaining("without waiting for the screen");
    }
  }

  @Test
  void gameThatBreaksInAStepEndsTheEmulatorToo() throws InterruptedException {
    try (Emulator emulator = Emulator.start(broken(), new Pace.Step())) {
      assertThatThrownBy(() -> emulator.step(1)).isInstanceOf(MachineFault.class);
      emulator.join();
      assertThat(emulator.fault()).isNotNull();
    }
  }

  @Test
  void closedEmulatorAnswersNothing() {
    Emulator emulator = Emulator.start(game(), new Pace.Step());
    emulator.close();
    assertThatThrownBy(() -> emulator.send(FRAME)).isInstanceOf(EmulatorGone.class);
    assertThatThrownBy(() -> emulator.step(1)).isInstanceOf(EmulatorGone.class);
  }

  @Test
  void waitingCommandsHaveABound() {
    try (Emulator emulator = Emulator.start(game(), new Pace.Max());
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      emulator.pause();
      emulator.control(Console::machine);
      for (int i = 0; i < 1_024; i++) {
        clients.execute(() -> assertThatThrownBy(() -> emulator.send(FRAME)).isNotNull());
      }
      Await.until("the queue is full", () -> emulator.waiting() == 1_024);
      assertThatThrownBy(() -> emulator.send(FRAME))
          .isInstanceOf(EmulatorGone.class)
          .hasMessageContaining("1024 commands wait");
      clients.shutdownNow();
    }
  }

  @Test
  void paceIsReadFromItsText() {
    assertThat(Pace.parse("8")).isEqualTo(new Pace.Times(8));
    assertThat(Pace.parse("max")).isEqualTo(new Pace.Max());
    assertThat(Pace.parse("step")).isEqualTo(new Pace.Step());
    for (String wrong : List.of("0", "65", "-1", "fast", "")) {
      assertThatThrownBy(() -> Pace.parse(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1 to 64, `max` or `step`");
    }
  }
}
