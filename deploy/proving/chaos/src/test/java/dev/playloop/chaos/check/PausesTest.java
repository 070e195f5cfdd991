package dev.playloop.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whose waiting counts.
class PausesTest {
  private final Pauses pauses = new Pauses();

  @Test
  void whoHasNothingToDoDoesNotWait() {
    pauses.came("ada", "t-1", at(0));
    pauses.went("ada", "RunOpened", List.of(), at(1));
    pauses.went("ada", "RunClosed", List.of("t-1"), at(3));
    pauses.came("ada", "t-2", at(60));
    pauses.went("ada", "RunOpened", List.of(), at(61));

    assertThat(pauses.longest())
        .isEqualTo(new Pauses.Pause("ada", "RunOpened", at(1), Duration.ofSeconds(2)));
  }

  @Test
  void whatWaitsIsCountedFromItsTriggerOrFromTheLastEntry() {
    pauses.came("ada", "t-1", at(0));
    pauses.came("ada", "t-2", at(9));
    pauses.went("ada", "RunClosed", List.of("t-1"), at(10));
    assertThat(pauses.longest().behind()).isEqualTo("rest");
    assertThat(pauses.longest().took()).isEqualTo(Duration.ofSeconds(10));

    pauses.went("ada", "RunOpened", List.of(), at(21));
    assertThat(pauses.longest())
        .isEqualTo(new Pauses.Pause("ada", "RunClosed", at(10), Duration.ofSeconds(11)));
  }

  /// Topics are read side by side.
  @Test
  void aTriggerThatIsSeenBehindItsEndHoldsNobody() {
    pauses.went("ada", "RunClosed", List.of("t-1"), at(3));
    pauses.came("ada", "t-1", at(0));
    pauses.went("ada", "Remembered", List.of(), at(90));

    assertThat(pauses.longest()).isEqualTo(Pauses.Pause.NONE);
  }

  @Test
  void behindARestartTheNextEntryCountsAnew() {
    pauses.came("ada", "t-1", at(0));
    pauses.restart();
    pauses.went("ada", "RunOpened", List.of(), at(50));
    pauses.went("ada", "RunClosed", List.of("t-1"), at(54));

    assertThat(pauses.longest().took()).isEqualTo(Duration.ofSeconds(4));
  }

  private static Instant at(int second) {
    return Instant.ofEpochSecond(second);
  }
}
