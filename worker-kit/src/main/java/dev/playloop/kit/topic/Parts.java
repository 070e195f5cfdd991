package dev.playloop.kit.topic;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/// Records of several polls, as one. Used by the thread that polls.
final class Parts {
  private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
  private final Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();

  Parts(ConsumerRecords<byte[], byte[]> first) {
    for (TopicPartition partition : first.partitions()) {
      records.put(partition, first.records(partition));
    }
    next.putAll(first.nextOffsets());
  }

  void add(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> more, long nextOffset) {
    if (!more.isEmpty()) {
      records.put(partition, more);
      next.put(partition, new OffsetAndMetadata(nextOffset, more.getLast().leaderEpoch(), ""));
    }
  }

  ConsumerRecords<byte[], byte[]> all() {
    return new ConsumerRecords<>(records, next);
  }
}
