package dev.playloop.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/// The one order of records that lie in many partitions.
class SourcesTest {
  private static final Topics TOPICS = new Topics("t.", 2);

  private final Sources sources =
      new Sources(KafkaSettings.of("nowhere:1", TOPICS), List.of("society"), true);

  @Test
  void withinOneInstantTheTopicsDecideAndElseTheTime() {
    List<ConsumerRecord<byte[], byte[]>> ordered =
        sources.ordered(
            List.of(
                record(TOPICS.turns(), 0, 0, 7),
                record(TOPICS.journal(), 0, 0, 7),
                record(TOPICS.actions("society"), 1, 0, 7),
                record(TOPICS.triggers(), 0, 0, 7),
                record(TOPICS.journal(), 1, 0, 5)));

    assertThat(ordered)
        .extracting(one -> one.topic() + "-" + one.partition())
        .containsExactly(
            "t.journal-1", "t.triggers-0", "t.actions.society-1", "t.journal-0", "t.turns-0");
  }

  /// Whose steps would else come in an order in which they did not happen.
  @Test
  void aPartitionStaysInItsOrderThoughTheBrokersClockWentBack() {
    List<ConsumerRecord<byte[], byte[]>> ordered =
        sources.ordered(
            List.of(
                record(TOPICS.journal(), 0, 1, 20),
                record(TOPICS.journal(), 0, 2, 10),
                record(TOPICS.journal(), 1, 1, 15)));
    List<ConsumerRecord<byte[], byte[]>> later =
        sources.ordered(
            List.of(record(TOPICS.journal(), 0, 3, 12), record(TOPICS.journal(), 1, 2, 18)));

    assertThat(ordered)
        .extracting(one -> one.partition() + ":" + one.offset())
        .containsExactly("1:1", "0:1", "0:2");
    assertThat(later)
        .extracting(one -> one.partition() + ":" + one.offset())
        .containsExactly("1:2", "0:3");
  }

  private static ConsumerRecord<byte[], byte[]> record(
      Topic<?, ?> topic, int partition, long offset, long at) {
    return new ConsumerRecord<>(
        topic.name(),
        partition,
        offset,
        at,
        TimestampType.LOG_APPEND_TIME,
        0,
        0,
        new byte[0],
        new byte[0],
        new RecordHeaders(),
        Optional.empty());
  }
}
