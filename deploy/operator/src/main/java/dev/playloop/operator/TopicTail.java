package dev.playloop.operator;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// Reads topics from their beginning or their end, committed records only, without a group: it
/// leaves no trace on the cluster. Used by one thread.
public final class TopicTail implements AutoCloseable {
  private static final Duration ADMIN_TIMEOUT = Duration.ofSeconds(15);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<String, Integer> rank = new HashMap<>();
  private final List<TopicPartition> partitions = new ArrayList<>();

  private TopicTail(KafkaConsumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
  }

  /// Follows `topics`; records of one instant come in the order the topics are named here.
  public static TopicTail open(
      KafkaSettings kafka, List<? extends Topic<?, ?>> topics, boolean fromBeginning) {
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            kafka.with(
                Map.of(
                    ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                    ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "50",
                    ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, "5242880",
                    ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "15000",
                    ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false")),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    TopicTail tail = new TopicTail(consumer);
    for (Topic<?, ?> topic : topics) {
      tail.rank.put(topic.name(), tail.rank.size());
      consumer
          .partitionsFor(topic.name(), ADMIN_TIMEOUT)
          .forEach(p -> tail.partitions.add(new TopicPartition(topic.name(), p.partition())));
    }
    consumer.assign(tail.partitions);
    if (fromBeginning) {
      consumer.seekToBeginning(tail.partitions);
    } else {
      consumer.seekToEnd(tail.partitions);
    }
    // Seeks are lazy: ask for the positions, so that what is written from now on is seen.
    tail.partitions.forEach(consumer::position);
    return tail;
  }

  /// What has come, in the order of the broker's time. Partitions know no order among each other:
  /// within one millisecond the order of the topics decides.
  public List<ConsumerRecord<byte[], byte[]>> poll(Duration timeout) {
    List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
    consumer.poll(timeout).forEach(batch::add);
    batch.sort(
        Comparator.<ConsumerRecord<byte[], byte[]>>comparingLong(ConsumerRecord::timestamp)
            .thenComparingInt(r -> rank.getOrDefault(r.topic(), 0))
            .thenComparingInt(ConsumerRecord::partition)
            .thenComparingLong(ConsumerRecord::offset));
    return batch;
  }

  /// Everything up to what is there now.
  public List<ConsumerRecord<byte[], byte[]>> readToEnd() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, ADMIN_TIMEOUT);
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    while (isBehind(ends.entrySet())) {
      all.addAll(poll(Duration.ofMillis(200)));
    }
    return all;
  }

  private boolean isBehind(Collection<Map.Entry<TopicPartition, Long>> ends) {
    return ends.stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue());
  }

  @Override
  public void close() {
    consumer.close();
  }
}
