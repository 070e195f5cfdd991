package dev.playloop.projector.steady;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class IdleWaitTest {
  private static final Duration WANTED = Duration.ofMillis(10);

  private long now = -7;
  private final IdleWait wait = new IdleWait(() -> now);

  private Duration after(Duration time) {
    now += time.toNanos();
    return wait.of(WANTED);
  }

  @Test
  void whoHasHeardNothingForAWhileWaitsLonger() {
    assertThat(after(Duration.ZERO)).isEqualTo(WANTED);
    assertThat(after(Duration.ofMillis(999))).isEqualTo(WANTED);
    assertThat(after(Duration.ofMillis(1))).isEqualTo(Duration.ofMillis(50));
    assertThat(after(Duration.ofDays(1))).isEqualTo(Duration.ofMillis(50));
  }

  @Test
  void whatComesEndsThat() {
    after(Duration.ofSeconds(5));
    wait.heard();

    assertThat(after(Duration.ofMillis(999))).isEqualTo(WANTED);
    assertThat(after(Duration.ofMillis(1))).isEqualTo(Duration.ofMillis(50));
  }

  @Test
  void whoDoesNotWaitAtAllDoesNotNow() {
    after(Duration.ofSeconds(5));

    assertThat(wait.of(Duration.ZERO)).isZero();
  }
}
