package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.emulator.machine.Key;
import java.net.ConnectException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What tests of others rely on: the emulator's clock, states around a test, and each fault.
class TestEmulatorTest {
  private static final long SCRATCH = 0x0203_F800L;
  private static final String WRITE = "/core/write8?address=0x0203F800&value=7";

  private TestEmulator emulator;
  private Client client;
  private byte[] before;

  @BeforeEach
  void start() {
    emulator = TestEmulator.start();
    client = new Client(emulator.address());
    emulator.frames(5);
    before = emulator.save();
  }

  @AfterEach
  void stop() {
    client.close();
    emulator.close();
  }

  @Test
  void framePassesOnlyWhenItIsAskedFor() {
    assertThat(client.get("/core/currentFrame").text()).isEqualTo("6");
    client.get("/core/read8?address=0x02000000");
    client.get("/core/getkeys");
    assertThat(emulator.frame()).isEqualTo(6);
    assertThat(client.get("/core/currentFrame").text()).isEqualTo("7");
    assertThat(client.post("/playloop/step?frames=10").text()).isEqualTo("17");
  }

  @Test
  void restoreGivesBackMemoryFrameAndKeys() {
    emulator.write8(SCRATCH, 9);
    emulator.keys(Key.A.mask());
    client.post("/mgba-http/button/hold?button=Up&duration=1000");
    emulator.frames(3);
    emulator.faults().badGateway("/", 100);
    emulator.pause();

    emulator.restore(before);

    assertThat(emulator.read8(SCRATCH)).isZero();
    assertThat(emulator.frame()).isEqualTo(5);
    emulator.frames(3);
    assertThat(emulator.keys()).isZero();
    assertThat(client.get("/core/getkeys").status()).isEqualTo(200);
  }

  @Test
  void droppedReplyComesAfterTheCommandRan() {
    emulator.faults().dropAfterRunning("/core/write8", 1);
    assertThatThrownBy(() -> client.post(WRITE)).isInstanceOf(Client.NoAnswer.class);
    assertThat(emulator.read8(SCRATCH)).isEqualTo(7);
    assertThat(emulator.faults().hits()).isOne();
    assertThat(client.post(WRITE).status()).isEqualTo(200);
  }

  @Test
  void droppedRequestHasNotRun() {
    emulator.faults().dropBeforeRunning("/core/write8", 1);
    assertThatThrownBy(() -> client.post(WRITE)).isInstanceOf(Client.NoAnswer.class);
    assertThat(emulator.read8(SCRATCH)).isZero();
  }

  @Test
  void badGatewayHasNotRun() {
    emulator.faults().badGateway("/core/write8", 2);
    assertThat(client.post(WRITE).status()).isEqualTo(502);
    assertThat(client.post(WRITE).status()).isEqualTo(502);
    assertThat(emulator.read8(SCRATCH)).isZero();
    assertThat(client.post(WRITE).status()).isEqualTo(200);
  }

  @Test
  void timeoutsRunOrNotAsTheyAreSaidTo() {
    emulator.faults().timeoutBeforeRunning("/core/write8", 1);
    assertThat(client.post(WRITE).status()).isEqualTo(504);
    assertThat(emulator.read8(SCRATCH)).isZero();
    emulator.faults().timeoutAfterRunning("/core/write8", 1);
    assertThat(client.post(WRITE).status()).isEqualTo(504);
    assertThat(emulator.read8(SCRATCH)).isEqualTo(7);
  }

  @Test
  void junkAndEmptyBodiesReplaceAnswers() {
    emulator.faults().junk("/core/read8", 1, "<html>");
    assertThat(client.get("/core/read8?address=0x02000000").text()).isEqualTo("<html>");
    emulator.faults().empty("/core/read8", 1);
    assertThat(client.get("/core/read8?address=0x02000000").text()).isEmpty();
    assertThat(client.get("/core/read8?address=0x02000000").text()).isEqualTo("0");
  }

  @Test
  void stuckClockAnswersTheSameAndLetsNoFramePass() {
    emulator.faults().stuckClock(5);
    assertThat(client.get("/core/currentFrame").text()).isEqualTo("5");
    assertThat(client.get("/core/currentFrame").text()).isEqualTo("5");
    assertThat(emulator.frame()).isEqualTo(5);
  }

  @Test
  void slowAnswerIsTheRightAnswer() {
    emulator.faults().slow("/core/read8", 1, Duration.ofMillis(20));
    assertThat(client.get("/core/read8?address=0x02000000").text()).isEqualTo("0");
  }

  @Test
  void refusesConnectionsUntilItListensAgain() {
    emulator.refuseConnections();
    assertThatThrownBy(() -> client.get("/core/getkeys"))
        .isInstanceOf(Client.NoAnswer.class)
        .hasCauseInstanceOf(ConnectException.class);
    emulator.listen();
    assertThat(client.get("/core/getkeys").text()).isEqualTo("0");
  }
}
