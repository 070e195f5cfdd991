package dev.playloop.reasoner.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class InFlightLimitTest {

  @Test
  void theLimitFollowsTheRouteUpAndDown() throws InterruptedException {
    InFlightLimit limit = new InFlightLimit(1);

    assertThat(limit.acquire(1, Duration.ZERO)).isTrue();
    assertThat(limit.acquire(1, Duration.ZERO)).isFalse();
    assertThat(limit.acquire(2, Duration.ZERO)).isTrue();
    limit.release();
    assertThat(limit.acquire(1, Duration.ZERO)).as("one is still in flight").isFalse();
    limit.release();
    assertThat(limit.acquire(1, Duration.ZERO)).isTrue();
  }
}
