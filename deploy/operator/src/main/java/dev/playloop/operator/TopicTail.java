package dev.playloop.operator;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// Reads topics from their beginning or their end, committed records only, and puts what comes in
/// order. Used by one thread.
public final class TopicTail implements AutoCloseable {
  private static final Duration ASK = Duration.ofSeconds(15);

  private final TopicReader reader;
  private final Map<String, Integer> rank;

  private TopicTail(TopicReader reader, Map<String, Integer> rank) {
    this.reader = reader;
    this.rank = rank;
  }

  /// Follows `topics`; records of one instant come in the order the topics are named here.
  public static TopicTail open(
      KafkaSettings kafka, List<? extends Topic<?, ?>> topics, boolean fromBeginning) {
    Map<String, Integer> rank = new HashMap<>();
    topics.forEach(topic -> rank.put(topic.name(), rank.size()));
    TopicReading reading = TopicReading.of(kafka, topics).prompt().asking(ASK);
    return new TopicTail(fromBeginning ? reading.fromBeginning() : reading.fromEnd(), rank);
  }

  /// What has come, in the order of the broker's time. Partitions know no order among each other:
  /// within one millisecond the order of the topics decides.
  public List<ConsumerRecord<byte[], byte[]>> poll(Duration timeout) {
    return ordered(reader.poll(timeout));
  }

  /// Everything up to what is there now.
  public List<ConsumerRecord<byte[], byte[]>> readToEnd() {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    reader.readToEnd(all::add);
    return ordered(all);
  }

  private List<ConsumerRecord<byte[], byte[]>> ordered(
      List<ConsumerRecord<byte[], byte[]>> records) {
    List<ConsumerRecord<byte[], byte[]>> ordered = new ArrayList<>(records);
    ordered.sort(
        Comparator.<ConsumerRecord<byte[], byte[]>>comparingLong(ConsumerRecord::timestamp)
            .thenComparingInt(r -> rank.getOrDefault(r.topic(), 0))
            .thenComparingInt(ConsumerRecord::partition)
            .thenComparingLong(ConsumerRecord::offset));
    return ordered;
  }

  @Override
  public void close() {
    reader.close();
  }
}
