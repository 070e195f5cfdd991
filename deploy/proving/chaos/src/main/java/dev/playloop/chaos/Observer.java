package dev.playloop.chaos;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// Reads all that is committed, from the beginning, while it happens. It comes by the direct
/// listener and keeps its positions itself, so that no fault makes it miss or repeat a record.
final class Observer implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<String, List<Seen>> seen = new ConcurrentHashMap<>();
  private final List<Consumer<Seen>> listeners = new CopyOnWriteArrayList<>();
  private final Thread thread;
  private volatile boolean closing;

  private Observer(KafkaSettings kafka, List<Topic<?, ?>> topics) {
    consumer =
        new KafkaConsumer<>(
            kafka.with(
                Map.of(
                    "isolation.level", "read_committed",
                    "auto.offset.reset", "earliest",
                    "fetch.max.wait.ms", "50",
                    "max.partition.fetch.bytes", "4194304",
                    "retry.backoff.ms", "20",
                    "reconnect.backoff.ms", "20",
                    "reconnect.backoff.max.ms", "100")),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> all = new ArrayList<>();
    for (Topic<?, ?> topic : topics) {
      seen.put(topic.name(), new CopyOnWriteArrayList<>());
      for (int p = 0; p < topic.partitions(); p++) {
        all.add(new TopicPartition(topic.name(), p));
      }
    }
    consumer.assign(all);
    consumer.seekToBeginning(all);
    thread = Thread.ofPlatform().daemon().name("observer").unstarted(this::watch);
  }

  static Observer start(ChaosSystem system) {
    KafkaSettings kafka = system.kafka();
    Topics topics = kafka.topics();
    List<Topic<?, ?>> all = new ArrayList<>();
    all.add(topics.triggers());
    all.add(topics.worldEvents());
    all.add(topics.turns());
    all.add(topics.decisions());
    all.add(topics.results());
    all.add(topics.journal());
    all.add(topics.deadLetters());
    system.worlds().names().forEach(world -> all.add(topics.actions(world)));
    Observer observer = new Observer(kafka, all);
    observer.thread.start();
    return observer;
  }

  /// Called with each record from now on, on the observer's thread.
  void listen(Consumer<Seen> listener) {
    listeners.add(listener);
  }

  /// What is committed on a topic so far; in order for each partition.
  List<Seen> of(Topic<?, ?> topic) {
    return List.copyOf(seen.getOrDefault(topic.name(), List.of()));
  }

  /// What is committed on all topics so far.
  List<Seen> all() {
    return seen.values().stream().flatMap(List::stream).toList();
  }

  private void watch() {
    try {
      while (!closing) {
        Map<String, List<Seen>> batch = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          batch
              .computeIfAbsent(record.topic(), _ -> new ArrayList<>())
              .add(new Seen(record, Instant.now()));
        }
        batch.forEach((topic, records) -> {
          seen.computeIfAbsent(topic, _ -> new CopyOnWriteArrayList<>()).addAll(records);
          records.forEach(one -> listeners.forEach(listener -> listener.accept(one)));
        });
      }
    } catch (WakeupException e) {
      // closing
    } finally {
      consumer.close();
    }
  }

  @Override
  public void close() {
    closing = true;
    consumer.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
