package dev.playloop.kit;

import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads a partition from its beginning to where it ends now, committed records only. A record that
/// can't be fetched is tried again and then passed over, so that it never keeps its reader from the
/// others. Used by one thread, with consumers of its own.
public final class PartitionReader {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionReader.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Supplier<Consumer<byte[], byte[]>> many;
  private final Fetch fetch;

  PartitionReader(
      Supplier<Consumer<byte[], byte[]>> many, Supplier<Consumer<byte[], byte[]>> oneByOne) {
    this.many = many;
    this.fetch = new Fetch(oneByOne);
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
    long struckAt = -1;
    int strikes = 0;
    try (Consumer<byte[], byte[]> consumer = many.get()) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition), TIMEOUT).getOrDefault(partition, 0L);
      for (long at = consumer.position(partition, TIMEOUT); at < end; ) {
        Fetch.Found found = polled(consumer, partition, at);
        found.records().forEach(each);
        at = found.next();
        if (found.fault() != null) {
          strikes = at == struckAt ? strikes + 1 : 1;
          struckAt = at;
          if (strikes > Suspects.STRIKES) {
            LOG.error("{}@{} can't be fetched: {}", partition, at, Letters.text(found.fault()));
            lost++;
            at++;
          }
          consumer.seek(partition, at);
        }
      }
    }
    return lost;
  }

  private Fetch.Found polled(Consumer<byte[], byte[]> consumer, TopicPartition partition, long at) {
    try {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      return new Fetch.Found(
          records.records(partition), consumer.position(partition, TIMEOUT), null);
    } catch (RuntimeException | Error e) {
      if (!Fetch.isOfARecord(e)) {
        throw e;
      }
      Fetch.Found found = fetch.from(partition, at);
      if (found.fault() == null && found.next() == at) {
        throw e;
      }
      consumer.seek(partition, found.next());
      return found;
    }
  }
}
