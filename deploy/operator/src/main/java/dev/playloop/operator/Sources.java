package dev.playloop.operator;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/// The topics that steps are read from, and one order for their records. Used by one thread.
final class Sources {
  private static final Duration ASK = Duration.ofSeconds(15);

  private final KafkaSettings kafka;
  private final List<Topic<?, ?>> topics;
  private final Map<String, Integer> rank = new HashMap<>();
  private final Map<TopicPartition, Long> newest = new HashMap<>();

  /// In the order in which one step's records are written.
  ///
  /// @param worlds whose actions are read for the tools' names
  /// @param arrivals whether triggers and turns are read for the times when they were written
  Sources(KafkaSettings kafka, Collection<String> worlds, boolean arrivals) {
    this.kafka = kafka;
    Topics catalogue = kafka.topics();
    List<Topic<?, ?>> all = new ArrayList<>();
    if (arrivals) {
      all.add(catalogue.triggers());
    }
    worlds.forEach(world -> all.add(catalogue.actions(world)));
    all.add(catalogue.journal());
    if (arrivals) {
      all.add(catalogue.turns());
    }
    all.add(catalogue.deadLetters());
    this.topics = List.copyOf(all);
    topics.forEach(topic -> rank.put(topic.name(), rank.size()));
  }

  /// Committed records only. Throws [PositionGone] where what comes next was removed.
  TopicReader open(Position from) {
    Map<TopicPartition, Long> places = new HashMap<>();
    from.next()
        .forEach((topic, partitions) ->
            partitions.forEach((number, next) ->
                places.put(new TopicPartition(kafka.topics().prefix() + topic, number), next)));
    TopicReader reader = reading().from(places, Instant.EPOCH);
    boolean opened = false;
    try {
      requireThere(places, reader.begins());
      opened = true;
      return reader;
    } finally {
      if (!opened) {
        reader.close();
      }
    }
  }

  TopicReader openAtEnd() {
    return reading().fromEnd();
  }

  private TopicReading reading() {
    return TopicReading.of(kafka, topics).prompt().asking(ASK);
  }

  private static void requireThere(
      Map<TopicPartition, Long> places, Map<TopicPartition, Long> begins) {
    places.forEach((partition, next) -> {
      long begin = begins.getOrDefault(partition, 0L);
      if (next < begin) {
        throw new PositionGone(partition, next, begin);
      }
    });
  }

  /// By the broker's time, and within one millisecond in the order of the topics: partitions know
  /// no order among each other. Those of one partition stay in theirs, though a clock went back.
  List<ConsumerRecord<byte[], byte[]>> ordered(List<ConsumerRecord<byte[], byte[]>> records) {
    record Placed(long at, int rank, ConsumerRecord<byte[], byte[]> record) {}
    List<Placed> placed = new ArrayList<>(records.size());
    for (ConsumerRecord<byte[], byte[]> record : records) {
      long at =
          newest.merge(
              new TopicPartition(record.topic(), record.partition()),
              record.timestamp(),
              Math::max);
      placed.add(new Placed(at, rank.getOrDefault(record.topic(), 0), record));
    }
    placed.sort(
        Comparator.comparingLong(Placed::at)
            .thenComparingInt(Placed::rank)
            .thenComparingInt(one -> one.record().partition())
            .thenComparingLong(one -> one.record().offset()));
    return placed.stream().map(Placed::record).toList();
  }

  /// Where `reader` stands, by topic and partition.
  Map<String, Map<Integer, Long>> positions(TopicReader reader) {
    Map<String, Map<Integer, Long>> next = new HashMap<>();
    reader
        .positions()
        .forEach((partition, offset) ->
            next.computeIfAbsent(
                    partition.topic().substring(kafka.topics().prefix().length()),
                    _ -> new HashMap<>())
                .put(partition.partition(), offset));
    return next;
  }
}
