package dev.playloop.chaos;

import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.eternum.model.EternumWorld;
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
import org.apache.kafka.common.errors.WakeupException;

/// Reads all that is committed, from the beginning, while it happens. It comes by the direct
/// listener and keeps its positions itself, so that no fault makes it miss or repeat a record.
public final class Observer implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  private final TopicReader reader;
  private final Map<String, List<Observed>> seen = new ConcurrentHashMap<>();
  private final List<Consumer<Observed>> listeners = new CopyOnWriteArrayList<>();
  private final Thread thread;
  private volatile boolean closing;

  private Observer(KafkaSettings kafka, List<Topic<?, ?>> topics) {
    KafkaSettings eager = new KafkaSettings(eager(kafka), kafka.topics(), null);
    reader = TopicReading.of(eager, topics).strict().prompt().fromBeginning();
    topics.forEach(topic -> seen.put(topic.name(), new CopyOnWriteArrayList<>()));
    thread = Thread.ofPlatform().daemon().name("observer").unstarted(this::watch);
  }

  /// With short pauses behind an outage: what is seen late is held against nobody.
  private static Map<String, String> eager(KafkaSettings kafka) {
    Map<String, String> client = new HashMap<>(kafka.client());
    client.put("retry.backoff.ms", "20");
    client.put("reconnect.backoff.ms", "20");
    client.put("reconnect.backoff.max.ms", "100");
    return client;
  }

  public static Observer start(ChaosSystem system) {
    KafkaSettings kafka = system.kafka();
    Topics topics = kafka.topics();
    List<Topic<?, ?>> all = new ArrayList<>();
    all.add(topics.triggers());
    all.add(topics.worldEvents());
    all.add(topics.turns());
    all.add(topics.controls());
    all.add(topics.decisions());
    all.add(topics.results());
    all.add(topics.journal());
    all.add(topics.deadLetters());
    system.worlds().names().forEach(world -> all.add(topics.actions(world)));
    if (system.worlds().hasEternum()) {
      all.add(topics.ledger(EternumWorld.NAME));
    }
    Observer observer = new Observer(kafka, all);
    observer.thread.start();
    return observer;
  }

  /// Called with each record from now on, on the observer's thread.
  public void listen(Consumer<Observed> listener) {
    listeners.add(listener);
  }

  /// What is committed on a topic so far; in order for each partition.
  public List<Observed> of(Topic<?, ?> topic) {
    return List.copyOf(seen.getOrDefault(topic.name(), List.of()));
  }

  /// Those of them that nobody made bad.
  public List<Observed> good(Topic<?, ?> topic) {
    return of(topic).stream().filter(seen -> !Hostile.mustBecomeLetter(seen.record())).toList();
  }

  /// What is committed on all topics so far.
  List<Observed> all() {
    return seen.values().stream().flatMap(List::stream).toList();
  }

  private void watch() {
    try {
      while (!closing) {
        Map<String, List<Observed>> batch = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
          batch
              .computeIfAbsent(record.topic(), _ -> new ArrayList<>())
              .add(new Observed(record, Instant.now()));
        }
        batch.forEach((topic, records) -> {
          seen.computeIfAbsent(topic, _ -> new CopyOnWriteArrayList<>()).addAll(records);
          records.forEach(one -> listeners.forEach(listener -> listener.accept(one)));
        });
      }
    } catch (WakeupException e) {
      // closing
    } finally {
      reader.close();
    }
  }

  @Override
  public void close() {
    closing = true;
    reader.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
