package dev.playloop.kit.topic;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// The newest value of each key of a small compacted topic, read from its beginning and followed:
/// what is written is seen within moments. Kept in memory whole. A thread of its own reads, as
/// [TopicFollower] says; everyone may look. A record that can't be read changes nothing.
public final class FollowedTable<K, V> implements AutoCloseable {
  private final Topic<K, V> topic;
  private volatile Map<K, V> values = Map.of();
  private final TopicFollower follower;

  @SuppressWarnings("this-escape") // what it takes is whole before the follower starts
  private FollowedTable(KafkaSettings kafka, Topic<K, V> topic) {
    this.topic = topic;
    this.follower = TopicFollower.start(topic.name(), TopicReading.of(kafka, topic), this::put);
  }

  /// Starts without blocking.
  public static <K, V> FollowedTable<K, V> start(KafkaSettings kafka, Topic<K, V> topic) {
    return new FollowedTable<>(kafka, topic);
  }

  /// What is known now; empty until the topic was read once. The same object until that changes.
  public Map<K, V> values() {
    return values;
  }

  /// What is known, as soon as all that was in the topic at the start has been read.
  public Map<K, V> loaded() throws InterruptedException {
    follower.awaitLoaded();
    return values;
  }

  /// Whether all that was in the topic at the start was read within the time.
  public boolean awaitLoaded(Duration timeout) throws InterruptedException {
    return follower.awaitLoaded(timeout);
  }

  /// Waits until what is in the topic now has been read, for a value that may have been written a
  /// moment ago. False where Kafka does not answer in time.
  public boolean awaitCurrent(Duration timeout) throws InterruptedException {
    return follower.awaitCurrent(timeout);
  }

  /// Why its values are not known yet, or null where they are.
  public @Nullable String problem() {
    return follower.problem();
  }

  @Override
  public void close() {
    follower.close();
  }

  private void put(ConsumerRecord<byte[], byte[]> record) {
    K key = topic.key().deserializer().deserialize(topic.name(), record.key());
    V value =
        record.value() == null
            ? null
            : topic.value().deserializer().deserialize(topic.name(), record.value());
    if (key == null) {
      throw new InvalidValueException("key", "an id", "nothing");
    }
    Map<K, V> next = new HashMap<>(values);
    if (value == null) {
      next.remove(key);
    } else {
      next.put(key, value);
    }
    values = Map.copyOf(next);
  }
}
