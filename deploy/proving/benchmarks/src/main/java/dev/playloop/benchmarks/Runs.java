package dev.playloop.benchmarks;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.WakeupException;

/// Publishes triggers and sees on the journal when their runs close. Callbacks run on its own
/// thread, and must not block.
final class Runs implements AutoCloseable {
  private static final byte[] CLOSED = "run-closed".getBytes(StandardCharsets.UTF_8);
  private static final Duration POLL = Duration.ofMillis(500);

  private final Topics topics;
  private final KafkaProducer<AgentId, Trigger> producer;
  private final TopicReader journal;
  private final ConcurrentMap<String, Consumer<Closed>> waiting = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private final Thread thread;
  private volatile boolean closing;

  private Runs(KafkaSettings kafka) {
    this.topics = kafka.topics();
    this.producer =
        new KafkaProducer<>(
            kafka.with(Map.of("linger.ms", "0")),
            topics.triggers().key().serializer(),
            topics.triggers().value().serializer());
    this.journal = TopicReading.of(kafka, topics.journal()).strict().fromEnd();
    this.thread = Thread.ofPlatform().name("bench-journal").unstarted(this::watch);
  }

  static Runs start(KafkaSettings kafka) {
    Runs runs = new Runs(kafka);
    runs.thread.start();
    return runs;
  }

  /// A run that closed; times by [System#nanoTime].
  record Closed(LoopEvent.RunClosed run, long startedNanos, long closedNanos) {
    long nanos() {
      return closedNanos - startedNanos;
    }
  }

  /// Publishes a trigger whose run shall have `turns` turns.
  void start(AgentId agent, int turns, Consumer<Closed> onClosed) {
    String id = "bench-" + ids.incrementAndGet();
    long started = System.nanoTime();
    waiting.put(
        id, closed -> onClosed.accept(new Closed(closed.run(), started, closed.closedNanos())));
    Trigger trigger =
        Trigger.of(id, agent, "order.placed").at(Instant.now()).text(BenchModel.triggerText(turns));
    var _ = producer.send(new ProducerRecord<>(topics.triggers().name(), agent, trigger));
  }

  private void watch() {
    try {
      while (!closing) {
        for (ConsumerRecord<byte[], byte[]> record : journal.poll(POLL)) {
          if (record.value() != null && BenchJournal.mentions(record.value(), CLOSED)) {
            read(record.value());
          }
        }
      }
    } catch (WakeupException e) {
      // closing
    } finally {
      journal.close();
    }
  }

  private void read(byte[] value) {
    long now = System.nanoTime();
    for (LoopEvent event : Json.read(value, JournalEntry.Body.class).events()) {
      if (event instanceof LoopEvent.RunClosed closed) {
        for (String trigger : closed.triggers()) {
          Consumer<Closed> callback = waiting.remove(trigger);
          if (callback != null) {
            callback.accept(new Closed(closed, now, now));
          }
        }
      }
    }
  }

  @Override
  public void close() {
    closing = true;
    journal.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close();
  }
}
