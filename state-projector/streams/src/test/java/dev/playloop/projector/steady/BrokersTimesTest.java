package dev.playloop.projector.steady;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Hole;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokersTimesTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final TopicPartition OURS = new TopicPartition("ours", 0);
  private static final TopicPartition THEIRS = new TopicPartition("theirs", 0);

  @Test
  void whatTheBrokerSaysIsLeftAsItIs() {
    ConsumerRecords<byte[], byte[]> records =
        records(Map.of(OURS, List.of(record(OURS, 0, NOW, TimestampType.LOG_APPEND_TIME))));

    assertThat(BrokersTimes.of(records)).isSameAs(records);
  }

  /// Streams drops, or ends its thread by, a record with a time before 1970.
  @ParameterizedTest
  @ValueSource(longs = {NOW, 0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void whatASenderSaysProvesNothing(long chosen) {
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> polled = new LinkedHashMap<>();
    Hole hole = new Hole(THEIRS, 6, new OutOfMemoryError());
    polled.put(
        THEIRS,
        List.of(
            record(THEIRS, 4, chosen, TimestampType.CREATE_TIME),
            record(THEIRS, 5, chosen, TimestampType.NO_TIMESTAMP_TYPE),
            hole));
    polled.put(OURS, List.of(record(OURS, 9, NOW, TimestampType.LOG_APPEND_TIME)));

    ConsumerRecords<byte[], byte[]> told = BrokersTimes.of(records(polled));

    assertThat(told.records(THEIRS)).extracting(ConsumerRecord::offset).containsExactly(4L, 5L, 6L);
    assertThat(told.records(THEIRS).subList(0, 2))
        .allSatisfy(record -> {
          assertThat(record.timestamp()).isZero();
          assertThat(record.key()).containsExactly(1);
          assertThat(record.value()).containsExactly(2);
          assertThat(record.headers().lastHeader("h").value()).containsExactly(3);
        });
    assertThat(told.records(THEIRS).getLast()).isSameAs(hole);
    assertThat(hole.timestamp()).as("nobody knows when it was written").isZero();
    assertThat(told.records(OURS).getFirst().timestamp()).isEqualTo(NOW);
    assertThat(told.nextOffsets()).containsEntry(THEIRS, new OffsetAndMetadata(7));
  }

  private static ConsumerRecords<byte[], byte[]> records(
      Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> all) {
    return new ConsumerRecords<>(all, Map.of(THEIRS, new OffsetAndMetadata(7)));
  }

  private static ConsumerRecord<byte[], byte[]> record(
      TopicPartition at, long offset, long stamp, TimestampType type) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("h", new byte[] {3});
    return new ConsumerRecord<>(
        at.topic(),
        at.partition(),
        offset,
        stamp,
        type,
        1,
        1,
        new byte[] {1},
        new byte[] {2},
        headers,
        Optional.of(0));
  }
}
