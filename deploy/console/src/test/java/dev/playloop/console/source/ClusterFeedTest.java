package dev.playloop.console.source;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ClusterFeedTest {
  private static final Map<TopicPartition, Long> NEXT =
      Map.of(new TopicPartition("playloop.journal", 1), 7L);

  private static List<ConsumerRecord<byte[], byte[]>> record(int partition, long offset) {
    return List.of(
        new ConsumerRecord<>("playloop.journal", partition, offset, new byte[0], new byte[0]));
  }

  /// A broker that came back with less than it had: its consumer begins anew, and says nothing.
  @Test
  void nothingIsTakenTwice() {
    assertThatCode(() -> ClusterFeed.requireNew(record(1, 7), NEXT)).doesNotThrowAnyException();
    assertThatCode(() -> ClusterFeed.requireNew(record(0, 0), NEXT)).doesNotThrowAnyException();
    assertThatThrownBy(() -> ClusterFeed.requireNew(record(1, 6), NEXT))
        .isInstanceOf(KafkaException.class)
        .hasMessageContaining("playloop.journal-1");
  }
}
