package dev.playloop.kit;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The newest value of each key of a small compacted topic, read from its beginning and followed:
/// what is written is seen within moments. Kept in memory whole. A thread of its own reads;
/// everyone may look. While the broker is away it says so in the log and keeps what it knows; a
/// record that can't be read changes nothing.
public final class FollowedTable<K, V> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FollowedTable.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

  private final Topic<K, V> topic;
  private final Consumer<byte[], byte[]> consumer;
  private final CarefulPoll poll;
  private final CountDownLatch loaded = new CountDownLatch(1);
  private final Thread thread;
  private volatile Map<K, V> values = Map.of();
  private volatile boolean closed;

  private FollowedTable(KafkaSettings kafka, Topic<K, V> topic) {
    this.topic = topic;
    this.consumer = Clients.reader(kafka, topic);
    this.poll = CarefulPoll.following(kafka, topic, consumer);
    this.thread = Thread.ofPlatform().name("follow-" + topic.name()).daemon().unstarted(this::run);
  }

  /// Starts without blocking.
  public static <K, V> FollowedTable<K, V> start(KafkaSettings kafka, Topic<K, V> topic) {
    FollowedTable<K, V> table = new FollowedTable<>(kafka, topic);
    table.thread.start();
    return table;
  }

  /// What is known now; empty until the topic was read once. The same object until that changes.
  public Map<K, V> values() {
    return values;
  }

  /// What is known, as soon as all that was in the topic at the start has been read.
  public Map<K, V> loaded() throws InterruptedException {
    loaded.await();
    return values;
  }

  /// Whether all that was in the topic at the start was read within the time.
  public boolean awaitLoaded(Duration timeout) throws InterruptedException {
    return loaded.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Why its values are not known yet, or null where they are.
  public @Nullable String problem() {
    return loaded.getCount() == 0 ? null : topic.name() + " is not read yet";
  }

  @Override
  public void close() {
    closed = true;
    consumer.wakeup();
    LockSupport.unpark(thread);
    try {
      thread.join(CLOSE_WAIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (consumer;
        poll) {
      while (!closed) {
        try {
          round();
        } catch (WakeupException e) {
          LOG.trace("{}: woken up to close", topic.name());
        } catch (KafkaException e) {
          LOG.warn("Waiting for Kafka to read {}: {}", topic.name(), e.getMessage());
          LockSupport.parkNanos(RETRY.toNanos());
        } catch (RuntimeException | Error e) {
          // Such as memory that another thread has taken: without this one the table grows old.
          LOG.error("{}: reading it broke, again: {}", topic.name(), Letters.text(e));
          LockSupport.parkNanos(RETRY.toNanos());
        }
      }
    }
  }

  private void round() {
    if (consumer.assignment().isEmpty()) {
      assign();
    }
    if (loaded.getCount() > 0) {
      Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
      while (!closed
          && ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        poll.poll(POLL).forEach(this::put);
      }
      loaded.countDown();
    }
    poll.poll(POLL).forEach(this::put);
  }

  private void assign() {
    List<TopicPartition> all =
        consumer.partitionsFor(topic.name()).stream()
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList();
    consumer.assign(all);
    consumer.seekToBeginning(all);
  }

  private void put(ConsumerRecord<byte[], byte[]> record) {
    if (record instanceof CarefulPoll.Hole) {
      return; // told where it was found
    }
    try {
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
    } catch (RuntimeException | StackOverflowError e) {
      // Whatever stands there, the others are read.
      LOG.warn(
          "{}-{}@{} is passed over: {}",
          record.topic(),
          record.partition(),
          record.offset(),
          Letters.text(e));
    }
  }
}
