package dev.playloop.audit.erase;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.schemas.event.SourceState;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

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

  /// The daily caps on what `decisions` cost, as far as they are `counted`.
  static Follower caps(KafkaSettings kafka, Counted counted, Clock clock) {
    return new Caps(kafka.topics(), counted, TopicScan.committed(kafka), clock);
  }

  /// A consumer group.
  record Group(Admin admin, String name) implements Follower {
    @Override
    public Map<TopicPartition, Long> offsets() throws InterruptedException {
      Map<TopicPartition, Long> offsets = new HashMap<>();
      Map<TopicPartition, OffsetAndMetadata> found =
          TopicScan.done(admin.listConsumerGroupOffsets(name).partitionsToOffsetAndMetadata());
      found.forEach((partition, offset) -> {
        if (offset != null) {
          offsets.put(partition, offset.offset());
        }
      });
      return offsets;
    }
  }

  /// Where no cap was ever set, nothing holds anybody. What is not counted and from an earlier UTC
  /// day will not count any more: caps that were taken away hold nothing for longer than that.
  record Caps(Topics topics, Counted caps, TopicScan committed, Clock clock) implements Follower {
    @Override
    public String name() {
      return "the daily cap on spending (ingest)";
    }

    @Override
    public Map<TopicPartition, Long> offsets() throws InterruptedException {
      Map<Integer, Long> counted = counted();
      try (TopicReader decisions = committed.open(topics.decisions())) {
        if (counted == null) {
          return decisions.ends();
        }
        Instant today = clock.instant().truncatedTo(ChronoUnit.DAYS);
        Map<TopicPartition, Long> offsets = decisions.firstSince(today);
        offsets.replaceAll((partition, ofToday) ->
            Math.max(ofToday, counted.getOrDefault(partition.partition(), 0L)));
        return offsets;
      }
    }

    /// Of the newest cursor; null where there is none.
    private @Nullable Map<Integer, Long> counted() throws InterruptedException {
      Topic<SourceId, SourceState> cursors = topics.sourceCursors();
      AtomicReference<@Nullable Map<Integer, Long>> newest = new AtomicReference<>();
      committed.readAll(
          cursors,
          record -> {
            SourceState state = TopicScan.value(cursors, record);
            Map<Integer, Long> offsets = state == null ? null : caps.offsets(state);
            if (offsets != null) {
              newest.set(offsets);
            }
          });
      return newest.get();
    }
  }
}
