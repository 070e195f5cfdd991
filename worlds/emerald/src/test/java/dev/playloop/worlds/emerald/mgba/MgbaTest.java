package dev.playloop.worlds.emerald.mgba;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.emerald.mgba.Mgba.Limits;
import dev.playloop.worlds.emerald.mgba.Mgba.Range;
import dev.playloop.worlds.emerald.mgba.MgbaException.CommandRefused;
import dev.playloop.worlds.emerald.mgba.MgbaException.EmulatorPaused;
import dev.playloop.worlds.emerald.mgba.MgbaException.UnexpectedAnswer;
import dev.playloop.worlds.emerald.mgba.MgbaException.UnknownOutcome;
import dev.playloop.worlds.emerald.mgba.StubServer.Answer;
import dev.playloop.worlds.emerald.model.Button;
import dev.playloop.worlds.model.WorldUnavailable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the client makes of each answer, and of none.
class MgbaTest {
  private static final Limits LIMITS = new Limits(Duration.ofSeconds(60), Duration.ofSeconds(60));

  @Test
  void rangesComeBackInTheOrderThatTheyWereAskedFor() throws Exception {
    try (StubServer server = new StubServer(path -> Answer.ok("ff,00,7f"));
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      List<byte[]> read = mgba.read(List.of(Range.of(0x02000000, 3), Range.of(0x03000000, 3)));

      assertThat(read).hasSize(2).allMatch(bytes -> bytes[0] == -1 && bytes[2] == 0x7F);
      assertThat(server.asked)
          .containsExactlyInAnyOrder(
              "GET /core/readrange?address=0x02000000&length=3",
              "GET /core/readrange?address=0x03000000&length=3");
    }
  }

  @Test
  void readsAreUnderWaySideBySide() throws Exception {
    CyclicBarrier all = new CyclicBarrier(4);
    try (StubServer server =
            new StubServer(path -> {
              await(all);
              return Answer.ok("00");
            });
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      Range range = Range.of(0x02000000, 1);

      assertThat(mgba.read(List.of(range, range, range, range))).hasSize(4);
    }
  }

  @Test
  void oneCommandAtATimeIsUnderWay() throws Exception {
    AtomicInteger under = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (StubServer server =
            new StubServer(path -> {
              most.accumulateAndGet(under.incrementAndGet(), Math::max);
              TimeUnit.MILLISECONDS.sleep(2);
              under.decrementAndGet();
              return Answer.ok("");
            });
        Mgba mgba = new Mgba(server.address(), LIMITS);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> calls = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        calls.add(
            threads.submit(() -> {
              mgba.hold(Button.A, 4);
              return null;
            }));
      }
      for (Future<?> call : calls) {
        call.get();
      }

      assertThat(most).hasValue(1);
      assertThat(server.asked).hasSize(16);
    }
  }

  @Test
  void holdTakesFramesAndSendsOneLess() throws Exception {
    try (StubServer server = new StubServer(path -> Answer.ok(""));
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      mgba.hold(Button.Right, 16);

      assertThat(server.asked)
          .containsExactly("POST /mgba-http/button/hold?button=Right&duration=15");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504})
  void commandWithoutAClearAnswerIsUnknownAndIsSentOnce(int status) {
    try (StubServer server = new StubServer(path -> new Answer(status, "No response from mGBA"));
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      assertThatThrownBy(() -> mgba.hold(Button.A, 4))
          .isInstanceOf(UnknownOutcome.class)
          .hasMessageContaining("/mgba-http/button/hold")
          .hasMessageContaining(String.valueOf(status));
      assertThat(server.asked).hasSize(1);
    }
  }

  @Test
  void commandWhoseConnectionBreaksIsUnknownAndIsSentOnce() throws Exception {
    try (StubServer server = new StubServer(path -> path.contains("hold") ? null : Answer.ok("1"));
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      mgba.currentFrame(); // the connection is kept, so that the command may find it stale
      int before = server.asked.size();

      assertThatThrownBy(() -> mgba.hold(Button.A, 4)).isInstanceOf(UnknownOutcome.class);

      assertThat(server.asked).hasSize(before + 1);
    }
  }

  @Test
  void commandThatIsNotAnsweredInTimeIsUnknown() {
    try (StubServer server =
            new StubServer(path -> {
              TimeUnit.SECONDS.sleep(20);
              return Answer.ok("");
            });
        Mgba mgba =
            new Mgba(server.address(), new Limits(Duration.ofSeconds(60), Duration.ofSeconds(6)))) {
      assertThatThrownBy(() -> mgba.hold(Button.A, 4)).isInstanceOf(UnknownOutcome.class);
      assertThat(server.asked).hasSize(1);
    }
  }

  @Test
  void commandThatSaysSomethingElseIsUnknown() {
    try (StubServer server = new StubServer(path -> Answer.ok("<html>hello</html>"));
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      assertThatThrownBy(() -> mgba.setKeys(0))
          .isInstanceOf(UnknownOutcome.class)
          .hasMessageContaining("/core/setkeys")
          .hasMessageContaining("an empty answer");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 405})
  void refusedCommandHasNotHappened(int status) {
    try (StubServer server = new StubServer(path -> new Answer(status, "no such thing"));
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      assertThatThrownBy(() -> mgba.hold(Button.A, 4))
          .isInstanceOf(CommandRefused.class)
          .hasMessageContaining("no such thing");
    }
  }

  @Test
  void emptyAnswerWhereTrueIsExpectedIsAFailure() throws Exception {
    try (StubServer server = new StubServer(path -> Answer.ok(""));
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      assertThatThrownBy(() -> mgba.loadState(1)).isInstanceOf(CommandRefused.class);
    }
    try (StubServer server = new StubServer(path -> Answer.ok("true"));
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      mgba.loadState(1);
      assertThat(server.asked).containsExactly("POST /core/loadstateslot?slot=1");
    }
  }

  @Test
  void emulatorThatIsDownIsAwayAndNothingHappened() throws Exception {
    URI closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
    try (Mgba mgba = new Mgba(closed, LIMITS)) {
      assertThatThrownBy(() -> mgba.hold(Button.A, 4)).isInstanceOf(WorldUnavailable.class);
      assertThatThrownBy(mgba::currentFrame).isInstanceOf(WorldUnavailable.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 504})
  void readWithoutAnAnswerIsAway(int status) {
    try (StubServer server = new StubServer(path -> new Answer(status, "timeout"));
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      assertThatThrownBy(mgba::currentFrame)
          .isInstanceOf(WorldUnavailable.class)
          .hasMessageContaining("/core/currentFrame");
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "hello,       a decimal number",
        "-1,          a decimal number",
        "'',          a decimal number",
        "12.5,        a decimal number"
      })
  void junkForANumberNamesThePathAndWhatWasExpected(String body, String expected) {
    try (StubServer server = new StubServer(path -> Answer.ok(body));
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      assertThatThrownBy(mgba::currentFrame)
          .isInstanceOf(UnexpectedAnswer.class)
          .hasMessageContaining("/core/currentFrame")
          .hasMessageContaining(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "01", "01,02,03", "0g,00", "01;02", "<html>", "0102,"})
  void junkForBytesNamesThePathAndWhatWasExpected(String body) {
    try (StubServer server = new StubServer(path -> Answer.ok(body));
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      assertThatThrownBy(() -> mgba.read(List.of(Range.of(0x02000000, 2))))
          .isInstanceOf(UnexpectedAnswer.class)
          .hasMessageContaining("/core/readrange")
          .hasMessageContaining("2 bytes");
    }
  }

  @Test
  void answerWithoutEndIsCutOff() {
    try (StubServer server =
            new StubServer(path -> Answer.ok("1".repeat(Mgba.MAX_BODY_BYTES + 1)));
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      assertThatThrownBy(mgba::currentFrame).isInstanceOf(WorldUnavailable.class);
    }
  }

  @Test
  void waitLastsUntilTheFramesHavePassed() throws Exception {
    AtomicLong frame = new AtomicLong(100);
    try (StubServer server = new StubServer(path -> Answer.ok(String.valueOf(frame.getAndAdd(3))));
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      assertThat(new FrameClock(mgba, Duration.ofSeconds(5)).pass(20)).isEqualTo(121);
    }
  }

  @Test
  void counterThatStandsStillIsAPausedEmulator() {
    try (StubServer server = new StubServer(path -> Answer.ok("77"));
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      FrameClock clock = new FrameClock(mgba, Duration.ofMillis(100));

      assertThatThrownBy(() -> clock.pass(2))
          .isInstanceOf(EmulatorPaused.class)
          .hasMessageContaining("paused")
          .hasMessageContaining("77");
    }
  }

  @Test
  void counterThatJumpsBackEndsTheWait() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (StubServer server =
            new StubServer(path -> Answer.ok(asked.incrementAndGet() < 3 ? "1000" : "5"));
        Mgba mgba = new Mgba(server.address(), LIMITS)) {
      assertThat(new FrameClock(mgba, Duration.ofSeconds(5)).pass(100)).isEqualTo(5);
    }
  }

  private static void await(CyclicBarrier barrier) throws InterruptedException {
    try {
      barrier.await(60, TimeUnit.SECONDS);
    } catch (java.util.concurrent.BrokenBarrierException
        | java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void rangeIsBounded() {
    assertThatThrownBy(() -> Range.of(0, Mgba.MAX_RANGE + 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Range.of(0, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
