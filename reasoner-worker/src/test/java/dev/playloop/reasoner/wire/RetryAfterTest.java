package dev.playloop.reasoner.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0                             | PT0S
          7                             | PT7S
          120                           | PT2M
          0.0001                        | PT0.001S
          1.5                           | PT1.5S
          -3                            | PT0S
          99999999999999999999          | P365D
          Fri, 20 Nov 2026 10:02:00 GMT | PT2M
          Fri, 20 Nov 2026 09:00:00 GMT | PT0S
          """)
  void secondsDecimalsAndDates(String header, Duration wait) {
    assertThat(RetryAfter.header(header, NOW)).isEqualTo(NOW.plus(wait));
  }

  @ParameterizedTest
  @CsvSource({"soon", "''", "1m"})
  void whatSaysNothingIsIgnored(String header) {
    assertThat(RetryAfter.header(header, NOW)).isNull();
  }

  @Test
  void geminisDelayCounts() {
    assertThat(
            RetryAfter.inDetails(
                Json.tree("{\"details\":[{\"@type\":\"x\"},{\"retryDelay\":\"37.5s\"}]}"), NOW))
        .isEqualTo(NOW.plusMillis(37_500));
  }
}
