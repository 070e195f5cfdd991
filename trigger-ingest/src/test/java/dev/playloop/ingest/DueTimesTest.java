package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.AgentConfig.Schedule;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DueTimesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "never",
      textBlock =
          """
          0 * * * *      | 2026-01-31T11:59:59.999Z | 2026-01-31T12:00:00Z
          0 * * * *      | 2026-01-31T12:00:00Z     | 2026-01-31T13:00:00Z
          */5 * * * *    | 2026-12-31T23:57:00Z     | 2027-01-01T00:00:00Z
          30 9 * * 1     | 2026-01-31T12:00:00Z     | 2026-02-02T09:30:00Z
          0 0 29 2 *     | 2026-01-31T12:00:00Z     | 2028-02-29T00:00:00Z
          0 12 1 * *     | 2026-01-31T12:00:00Z     | 2026-02-01T12:00:00Z
          PT30S          | 2026-01-31T12:00:29.999Z | 2026-01-31T12:00:30Z
          PT30S          | 2026-01-31T12:00:30Z     | 2026-01-31T12:01:00Z
          PT1H           | 2026-01-31T12:30:00Z     | 2026-01-31T13:00:00Z
          PT7S           | 1970-01-01T00:00:13Z     | 1970-01-01T00:00:14Z
          """)
  void nextDueTimeLiesAfterTheGivenOne(String schedule, Instant after, Instant due) {
    assertThat(times(schedule).next(after)).contains(due);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          0 * * * *   | 2026-01-31T08:30:00Z | 2026-01-31T12:00:00Z     | 2026-01-31T12:00:00Z
          0 * * * *   | 2026-01-31T08:30:00Z | 2026-01-31T11:59:59.999Z | 2026-01-31T11:00:00Z
          0 * * * *   | 2026-01-31T12:00:00Z | 2026-01-31T12:59:59Z     | none
          0 * * * *   | 2026-01-31T11:59:59Z | 2026-01-31T12:00:00.001Z | 2026-01-31T12:00:00Z
          0 0 1 1 *   | 2020-06-01T00:00:00Z | 2026-06-01T00:00:00Z     | 2026-01-01T00:00:00Z
          PT10S       | 2026-01-31T12:00:00Z | 2026-01-31T12:00:35Z     | 2026-01-31T12:00:30Z
          PT10S       | 2026-01-31T12:00:30Z | 2026-01-31T12:00:39Z     | none
          """)
  void onlyTheNewestDueTimeIsCaughtUp(String schedule, Instant after, Instant upTo, Instant due) {
    if (due == null) {
      assertThat(times(schedule).latest(after, upTo)).isEmpty();
    } else {
      assertThat(times(schedule).latest(after, upTo)).contains(due);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"61 * * * *", "* * * *", "@daily", "every day", "0 0 12 * * ?"})
  void whatIsNoCronIsRefused(String cron) {
    assertThatThrownBy(() -> DueTimes.of(Schedule.cron("tide", cron)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("cron: expected a UNIX cron expression")
        .hasMessageContaining(cron);
  }

  @Test
  void aDateThatNeverComesIsNeverDue() {
    assertThat(times("0 0 31 2 *").next(Instant.EPOCH)).isEmpty();
  }

  private static DueTimes times(String text) {
    return DueTimes.of(schedule(text));
  }

  static Schedule schedule(String text) {
    return text.startsWith("PT")
        ? Schedule.every("s", Duration.parse(text))
        : Schedule.cron("s", text);
  }
}
