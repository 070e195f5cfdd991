package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.OwnedSource.Polled;
import dev.playloop.schemas.topic.Topics;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// How often a world's source is asked.
class WorldRelayTest {
  private static final Duration MOMENT = Duration.ofMillis(50);
  private static final int QUIET = 100;

  private final WorldRelay relay =
      new WorldRelay(new Outbox(3, 2, new AtomicInteger()), new Topics("", 4));

  private Duration after(String cursor, int polls) throws InterruptedException {
    Duration rest = Duration.ZERO;
    for (int i = 0; i < polls; i++) {
      Polled polled = relay.poll(cursor);
      assertThat(polled.cursor()).isEqualTo(cursor);
      rest = polled.nextPollAfter();
    }
    return rest;
  }

  @Test
  void whatHasMoreIsAskedAtOnceAndWhatHasNoneInAMoment() throws InterruptedException {
    assertThat(relay.poll(null).nextPollAfter()).isEqualTo(Duration.ZERO);
    assertThat(relay.poll("2").nextPollAfter()).isEqualTo(Duration.ZERO);
    assertThat(after("3", 1)).isEqualTo(MOMENT);
  }

  @Test
  void whatHasHadNoneForAWhileIsAskedLessOftenUntilItHasSome() throws InterruptedException {
    assertThat(after("3", QUIET - 1)).isEqualTo(MOMENT);
    assertThat(after("3", QUIET))
        .as("each of its polls is a transaction")
        .isGreaterThan(MOMENT)
        .as("and a turn waits 250 ms for the view of what its agent did")
        .isLessThanOrEqualTo(Duration.ofMillis(100));

    assertThat(relay.poll("2").nextPollAfter()).isEqualTo(Duration.ZERO);
    assertThat(after("3", QUIET - 1)).isEqualTo(MOMENT);
  }
}
