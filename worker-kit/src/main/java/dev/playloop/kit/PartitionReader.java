package dev.playloop.kit;

import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/// Reads a partition from its beginning to where it ends now, committed records only. A record that
/// can't be fetched is tried again and then passed over, so that it never keeps its reader from the
/// others. Used by one thread, with consumers of its own.
public final class PartitionReader {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Supplier<Consumer<byte[], byte[]>> many;
  private final Supplier<Consumer<byte[], byte[]>> oneByOne;

  PartitionReader(
      Supplier<Consumer<byte[], byte[]>> many, Supplier<Consumer<byte[], byte[]>> oneByOne) {
    this.many = many;
    this.oneByOne = oneByOne;
  }

  public static PartitionReader of(KafkaSettings kafka, Topic<?, ?> topic) {
    return new PartitionReader(
        () -> Clients.reader(kafka, topic), () -> Clients.oneByOne(kafka, topic));
  }

  /// Hands each record to `each`, in their order. Returns how many could not be fetched. Throws
  /// Kafka's exceptions where the cluster is away.
  public long readAll(
      TopicPartition partition, java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
    long lost = 0;
    try (Consumer<byte[], byte[]> consumer = many.get();
        CarefulPoll poll = CarefulPoll.following(consumer, oneByOne)) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition), TIMEOUT).getOrDefault(partition, 0L);
      while (consumer.position(partition, TIMEOUT) < end) {
        for (ConsumerRecord<byte[], byte[]> record : poll.poll(POLL)) {
          if (record instanceof CarefulPoll.Hole) {
            lost++;
          } else {
            each.accept(record);
          }
        }
      }
    }
    return lost;
  }
}
