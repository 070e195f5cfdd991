package dev.playloop.projector.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AppendTimeTest {
  private static final long NOW = 1_700_000_000_000L;

  @Test
  void aRecordIsAsOldAsTheBrokerSays() {
    assertThat(time(NOW, TimestampType.LOG_APPEND_TIME)).isEqualTo(NOW);
  }

  @ParameterizedTest
  @ValueSource(longs = {NOW, 0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void whatASenderSaysProvesNothingAndIsNeverDroppedByStreams(long chosen) {
    assertThat(time(chosen, TimestampType.CREATE_TIME)).isZero();
    assertThat(time(chosen, TimestampType.NO_TIMESTAMP_TYPE)).isZero();
  }

  private static long time(long stamp, TimestampType type) {
    return new AppendTime()
        .extract(
            new ConsumerRecord<>(
                "t",
                0,
                0,
                stamp,
                type,
                0,
                0,
                "key",
                "value",
                new RecordHeaders(),
                Optional.empty()),
            NOW);
  }
}
