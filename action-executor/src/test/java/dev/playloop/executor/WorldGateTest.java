package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.playloop.testkit.TurnedClock;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/// A dead world is left to rest, and is spoken of once.
class WorldGateTest {
  private static final Duration REST = Duration.ofSeconds(1);

  private final TurnedClock clock = TurnedClock.at(Bench.START);
  private final WorldGate gate = new WorldGate("arena", clock, REST);
  private final AtomicInteger calls = new AtomicInteger();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    ((Logger) LoggerFactory.getLogger(WorldGate.class)).addAppender(log);
  }

  @AfterEach
  void stopListening() {
    ((Logger) LoggerFactory.getLogger(WorldGate.class)).detachAppender(log);
  }

  @Test
  void deadWorldIsNotHammered() {
    for (int i = 0; i < 50; i++) {
      fail();
    }
    assertThat(calls).hasValue(5);

    clock.turn(REST.plusMillis(1));
    for (int i = 0; i < 50; i++) {
      fail();
    }
    assertThat(calls).hasValue(6);
  }

  /// However many ask it at once.
  @Test
  void worldThatIsOnlyBusyIsNotAway() throws Exception {
    for (int i = 0; i < 50; i++) {
      assertThatThrownBy(() ->
              gate.call(() -> {
                throw WorldUnavailable.busy("all places are taken");
              }))
          .isInstanceOf(WorldUnavailable.class);
    }

    assertThat(gate.isAway()).isFalse();
    succeed();
    assertThat(calls).hasValue(1);
    assertThat(log.list).isEmpty();
  }

  @Test
  void goingAwayAndComingBackAreLoggedOnceEach() throws Exception {
    for (int i = 0; i < 3; i++) {
      fail();
    }
    assertThat(gate.isAway()).isTrue();
    succeed();
    succeed();

    assertThat(gate.isAway()).isFalse();
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .satisfiesExactly(
            away -> assertThat(away).contains("arena can't be reached").contains("no route"),
            back -> assertThat(back).contains("arena is back"));
  }

  @Test
  void worldThatIsBackIsCalledFreelyAgain() throws Exception {
    for (int i = 0; i < 10; i++) {
      fail();
    }
    clock.turn(REST.plusMillis(1));

    for (int i = 0; i < 20; i++) {
      succeed();
    }

    assertThat(calls).hasValue(25);
  }

  @Test
  void bugsOfAWorldAreNoOutage() throws Exception {
    for (int i = 0; i < 50; i++) {
      assertThatThrownBy(() ->
              gate.call(() -> {
                throw new IllegalStateException("bug");
              }))
          .isInstanceOf(IllegalStateException.class);
    }

    succeed();
    assertThat(calls).hasValue(1);
  }

  private void fail() {
    assertThatThrownBy(() ->
            gate.call(() -> {
              calls.incrementAndGet();
              throw new WorldUnavailable("no route", new java.io.IOException("refused"));
            }))
        .isInstanceOf(WorldUnavailable.class);
  }

  private void succeed() throws InterruptedException {
    gate.call(calls::incrementAndGet);
  }
}
