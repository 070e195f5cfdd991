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

  private static Map<TopicPartition, Long> at(long position) {
    return Map.of(new TopicPartition("playloop.journal", 1), position);
  }

  private static List<ConsumerRecord<byte[], byte[]>> record(int partition, long offset) {
    return List.of(
        new ConsumerRecord<>("playloop.journal", partition, offset, new byte[0], new byte[0]));
  }

  /// A broker that came back with less than it had: its consumer begins anew, and says nothing.
  @Test
  void nothingIsTakenTwice() {
    assertThatCode(() -> ClusterFeed.requireNew(record(1, 7), NEXT, at(8)))
        .doesNotThrowAnyException();
    assertThatCode(() -> ClusterFeed.requireNew(record(0, 0), NEXT, at(7)))
        .doesNotThrowAnyException();
    for (Runnable again :
        List.<Runnable>of(
            () -> ClusterFeed.requireNew(record(1, 6), NEXT, at(7)),
            () -> ClusterFeed.requireNew(List.of(), NEXT, at(0)))) {
      assertThatThrownBy(again::run)
          .isInstanceOf(KafkaException.class)
          .hasMessageContaining("playloop.journal-1");
    }
  }
}
