package dev.playloop.launcher.audit;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/// Reads partitions from their beginning to some offset, one record at a time: outsiders can make
/// more of them, and larger ones, than memory holds. Without a group. Used by one thread.
final class Scan {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration ASK = Duration.ofSeconds(15);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Scan() {}

  interface Visitor {
    void take(ConsumerRecord<byte[], byte[]> record) throws InterruptedException;
  }

  /// Sees open and aborted transactions too: these bytes lie on the brokers' disks like all others.
  static KafkaConsumer<byte[], byte[]> everything(KafkaSettings kafka) {
    return consumer(kafka, "read_uncommitted");
  }

  /// Sees what became valid, and of what is open waits for the end.
  static KafkaConsumer<byte[], byte[]> committed(KafkaSettings kafka) {
    return consumer(kafka, "read_committed");
  }

  /// What a record says; null where whoever follows the topic could not read it either.
  static <V> @Nullable V value(Topic<?, V> topic, ConsumerRecord<byte[], byte[]> record) {
    try {
      return topic.value().deserializer().deserialize(record.topic(), record.value());
    } catch (RuntimeException | StackOverflowError e) {
      return null;
    }
  }

  /// The answer, or what the cluster refused.
  static <T> T done(Future<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Kafka refused to erase: " + e.getCause(), e.getCause());
    }
  }

  static Map<String, Object> client(KafkaSettings kafka, Map<String, ?> more) {
    Map<String, Object> config = kafka.with(more);
    config.keySet().removeIf(name -> name.startsWith("group."));
    return config;
  }

  private static KafkaConsumer<byte[], byte[]> consumer(KafkaSettings kafka, String isolation) {
    return new KafkaConsumer<>(
        client(
            kafka,
            Map.of(
                "isolation.level",
                isolation,
                "enable.auto.commit",
                "false",
                "allow.auto.create.topics",
                "false",
                "max.poll.records",
                "16", // each may be as large as a record can be
                "max.partition.fetch.bytes",
                String.valueOf(5 * 1024 * 1024))),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  /// For each partition that has such a record, the offset behind the last one.
  static Map<TopicPartition, Long> lastOf(
      Consumer<byte[], byte[]> consumer,
      Topic<?, ?> topic,
      Predicate<ConsumerRecord<byte[], byte[]>> concerns)
      throws InterruptedException {
    Map<TopicPartition, Long> last = new HashMap<>();
    readAll(
        consumer,
        topic,
        record -> {
          if (concerns.test(record)) {
            last.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
          }
        });
    return last;
  }

  /// All records that the topic has as of now.
  static void readAll(Consumer<byte[], byte[]> consumer, Topic<?, ?> topic, Visitor visitor)
      throws InterruptedException {
    read(consumer, consumer.endOffsets(partitions(topic), ASK), visitor);
  }

  static List<TopicPartition> partitions(Topic<?, ?> topic) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (int partition = 0; partition < topic.partitions(); partition++) {
      partitions.add(new TopicPartition(topic.name(), partition));
    }
    return partitions;
  }

  /// All records of these partitions that lie before the offset beside them.
  static void read(
      Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> until, Visitor visitor)
      throws InterruptedException {
    consumer.assign(until.keySet());
    consumer.seekToBeginning(until.keySet());
    long reached = -1;
    long heard = System.nanoTime();
    while (until.entrySet().stream()
        .anyMatch(one -> consumer.position(one.getKey(), ASK) < one.getValue())) {
      long positions = until.keySet().stream().mapToLong(one -> consumer.position(one, ASK)).sum();
      if (positions > reached) {
        reached = positions;
        heard = System.nanoTime();
      } else if (System.nanoTime() - heard > PATIENCE.toNanos()) {
        throw new TimeoutException("nothing more came of " + until.keySet() + " for " + PATIENCE);
      }
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        if (record.offset() < until.getOrDefault(partition, 0L)) {
          visitor.take(record);
        }
      }
    }
  }
}
