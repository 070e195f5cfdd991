package dev.playloop.projector;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.junit.jupiter.api.Test;

class ReplaceThreadTest {
  @Test
  void aDeadThreadIsReplacedAfterAPauseThatGrowsAndForgets() {
    ReplaceThread handler = new ReplaceThread("loop");
    long now = System.nanoTime();

    assertThat(handler.nextPause(now)).isEqualTo(Duration.ofMillis(100).toNanos());
    assertThat(handler.nextPause(now)).isEqualTo(Duration.ofMillis(200).toNanos());
    for (int i = 0; i < 10; i++) {
      handler.nextPause(now);
    }
    assertThat(handler.nextPause(now)).isEqualTo(Duration.ofSeconds(10).toNanos());
    assertThat(handler.nextPause(now + Duration.ofMinutes(2).toNanos()))
        .isEqualTo(Duration.ofMillis(100).toNanos());
    assertThat(new ReplaceThread("loop").handle(new IllegalStateException("a bug")))
        .isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
  }
}
