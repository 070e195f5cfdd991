package dev.playloop.audit.erase;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.Acks;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Reads topics from their beginning, one record at a time: outsiders can make more of them, and
/// larger ones, than memory holds. Used by one thread.
record TopicScan(KafkaSettings kafka, boolean uncommitted) {
  private static final Duration ASK = Duration.ofSeconds(15);

  /// Who takes records; it may wait while it does.
  interface Visitor extends TopicReader.Each<InterruptedException> {}

  /// Sees open and aborted transactions too: these bytes lie on the brokers' disks like all others.
  static TopicScan everything(KafkaSettings kafka) {
    return new TopicScan(kafka, true);
  }

  /// Sees what became valid, and of what is open waits for the end.
  static TopicScan committed(KafkaSettings kafka) {
    return new TopicScan(kafka, false);
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
      throw refused(e);
    }
  }

  /// As [#done], of what a producer has sent.
  static void stored(Future<RecordMetadata> sent) throws InterruptedException {
    try {
      var _ = Acks.await(sent);
    } catch (ExecutionException e) {
      throw refused(e);
    }
  }

  private static IllegalStateException refused(ExecutionException e) {
    return new IllegalStateException("Kafka refused to erase: " + e.getCause(), e.getCause());
  }

  /// At the topic's beginning.
  TopicReader open(Topic<?, ?> topic) {
    TopicReading reading = TopicReading.of(kafka, topic).strict().fewAtOnce().asking(ASK);
    return (uncommitted ? reading.uncommitted() : reading).fromBeginning();
  }

  /// For each partition that has such a record, the offset behind the last one.
  Map<TopicPartition, Long> lastOf(
      Topic<?, ?> topic, Predicate<ConsumerRecord<byte[], byte[]>> concerns)
      throws InterruptedException {
    Map<TopicPartition, Long> last = new HashMap<>();
    readAll(
        topic,
        record -> {
          if (concerns.test(record)) {
            last.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
          }
        });
    return last;
  }

  /// All records that the topic has as of now.
  void readAll(Topic<?, ?> topic, Visitor visitor) throws InterruptedException {
    try (TopicReader reader = open(topic)) {
      reader.readToEnd(visitor);
    }
  }
}
