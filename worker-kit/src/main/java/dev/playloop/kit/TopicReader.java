package dev.playloop.kit;

import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/// Reads a topic on and on, all its partitions, committed records only. Belongs to no group:
/// whoever uses it keeps the positions. A record that can't be fetched is tried again and passed
/// over. Used by one thread; throws Kafka's exceptions where the cluster is away.
public final class TopicReader implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Consumer<byte[], byte[]> consumer;
  private final CarefulPoll poll;
  private final List<TopicPartition> partitions;

  /// Reads from `positions` on, by partition; a partition without one from its first record that is
  /// no older than `since`.
  public TopicReader(
      KafkaSettings kafka, Topic<?, ?> topic, Map<Integer, Long> positions, Instant since) {
    this.consumer = Clients.reader(kafka, topic);
    this.poll = CarefulPoll.following(kafka, topic, consumer);
    boolean placed = false;
    try {
      this.partitions =
          consumer.partitionsFor(topic.name(), TIMEOUT).stream()
              .map(one -> new TopicPartition(one.topic(), one.partition()))
              .toList();
      consumer.assign(partitions);
      place(positions, since);
      placed = true;
    } finally {
      if (!placed) {
        consumer.close();
      }
    }
  }

  private void place(Map<Integer, Long> positions, Instant since) {
    Map<TopicPartition, Long> bySince = new HashMap<>();
    for (TopicPartition partition : partitions) {
      Long position = positions.get(partition.partition());
      if (position == null) {
        bySince.put(partition, since.toEpochMilli());
      } else {
        consumer.seek(partition, position);
      }
    }
    Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(bySince, TIMEOUT);
    for (TopicPartition partition : bySince.keySet()) {
      OffsetAndTimestamp first = found.get(partition);
      if (first == null) {
        consumer.seekToEnd(List.of(partition));
      } else {
        consumer.seek(partition, first.offset());
      }
    }
  }

  /// The next records, those of a partition in their order; none where there are none in time.
  public List<ConsumerRecord<byte[], byte[]>> poll(Duration timeout) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : poll.poll(timeout)) {
      if (!(record instanceof CarefulPoll.Hole)) {
        records.add(record);
      }
    }
    return records;
  }

  /// What to read next, by partition.
  public Map<Integer, Long> positions() {
    Map<Integer, Long> positions = new TreeMap<>();
    partitions.forEach(one -> positions.put(one.partition(), consumer.position(one, TIMEOUT)));
    return positions;
  }

  @Override
  public void close() {
    poll.close();
    consumer.close();
  }
}
