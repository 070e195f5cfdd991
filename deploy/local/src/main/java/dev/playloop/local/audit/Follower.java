package dev.playloop.local.audit;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/// Who reads a topic on and on, and how far it has come: nothing may be deleted beyond that. Used
/// by one thread.
interface Follower {
  /// As the operator knows it.
  String name();

  /// What it reads next; a partition without an offset is not begun.
  Map<TopicPartition, Long> offsets() throws InterruptedException;

  static Follower group(Admin admin, String group) {
    return new Group(admin, group);
  }

  /// A consumer group.
  record Group(Admin admin, String name) implements Follower {
    @Override
    public Map<TopicPartition, Long> offsets() throws InterruptedException {
      Map<TopicPartition, Long> offsets = new HashMap<>();
      Map<TopicPartition, OffsetAndMetadata> found =
          Scan.done(admin.listConsumerGroupOffsets(name).partitionsToOffsetAndMetadata());
      found.forEach((partition, offset) -> {
        if (offset != null) {
          offsets.put(partition, offset.offset());
        }
      });
      return offsets;
    }
  }
}
