package dev.playloop.ingest;

import dev.playloop.http.Problem;
import dev.playloop.ingest.Intake.Accepted;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends accepted events and waits until all in-sync replicas have them. At most `maxInFlight`
/// events wait at once, over all requests; beyond that requests are refused, not queued. Safe for
/// all threads. Each event is acknowledged by itself: of a request that gets 503 a part may be
/// stored, which is why events must be repeatable.
final class EventPublisher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventPublisher.class);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);

  private final Producer<byte[], byte[]> producer;
  private final Semaphore inFlight;
  private final int maxInFlight;
  private final Duration ackTimeout;

  private final AtomicInteger failedInARow = new AtomicInteger();

  EventPublisher(Producer<byte[], byte[]> producer, int maxInFlight, Duration ackTimeout) {
    this.producer = producer;
    this.inFlight = new Semaphore(maxInFlight);
    this.maxInFlight = maxInFlight;
    this.ackTimeout = ackTimeout;
  }

  static EventPublisher open(KafkaSettings kafka, IngestSettings settings) {
    long ack = settings.ackTimeout().toMillis();
    long request = Math.min(REQUEST_TIMEOUT.toMillis(), ack);
    Map<String, Object> config =
        kafka.with(
            Map.of(
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                "true",
                ProducerConfig.LINGER_MS_CONFIG,
                "0",
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                String.valueOf(request),
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                String.valueOf(ack),
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                String.valueOf(Math.min(1_000, ack)),
                ProducerConfig.BUFFER_MEMORY_CONFIG,
                String.valueOf(settings.bufferBytes()),
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                String.valueOf(largest(kafka.topics()) + Topic.OVERHEAD_BYTES),
                ProducerConfig.RETRY_BACKOFF_MS_CONFIG,
                "20"));
    return new EventPublisher(
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer()),
        settings.maxInFlight(),
        settings.ackTimeout());
  }

  private static int largest(Topics topics) {
    return Math.max(topics.triggers().maxRecordBytes(), topics.controls().maxRecordBytes());
  }

  /// Whether the newest sends failed, so that Kafka seems to be away.
  boolean failing() {
    return failedInARow.get() > 0;
  }

  /// Returns when every event is stored. Throws [Problem.Refused]: 429 where too much waits, 503
  /// where Kafka does not answer in time.
  void publish(List<Accepted> events, RecordHeaders headers) throws InterruptedException {
    if (!inFlight.tryAcquire(events.size())) {
      throw failing() ? away("no answer from Kafka") : EventProblem.busy().refused();
    }
    List<CompletableFuture<RecordMetadata>> sent = new ArrayList<>();
    try {
      find(events);
      for (Accepted event : events) {
        sent.add(send(event, headers));
      }
    } finally {
      inFlight.release(events.size() - sent.size());
    }
    await(CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)));
  }

  /// Waits for Kafka's word where a topic is as long as for its word that an event is stored: a
  /// broker that has just started takes its time to tell. Where the client knows, it answers at
  /// once.
  private void find(List<Accepted> events) throws InterruptedException {
    long deadline = System.nanoTime() + ackTimeout.toNanos();
    for (Accepted event : events) {
      while (!isFound(event.topic(), deadline)) {}
    }
  }

  private boolean isFound(String topic, long deadline) throws InterruptedException {
    try {
      var _ = producer.partitionsFor(topic);
      return true;
    } catch (InterruptException e) {
      throw new InterruptedException(e.getMessage());
    } catch (KafkaException e) {
      if (!(e instanceof RetriableException) || System.nanoTime() >= deadline) {
        throw refusal(e);
      }
      return false;
    }
  }

  /// The permit is held until Kafka has answered, however long the request itself waits.
  private CompletableFuture<RecordMetadata> send(Accepted event, RecordHeaders headers) {
    CompletableFuture<RecordMetadata> done = new CompletableFuture<>();
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            event.topic(),
            null,
            event.key().getBytes(StandardCharsets.UTF_8),
            event.value(),
            new RecordHeaders(headers));
    var _ =
        producer.send(
            record,
            (metadata, failure) -> {
              if (failure == null) {
                failedInARow.set(0);
                done.complete(metadata);
              } else {
                done.completeExceptionally(failure);
              }
            });
    return done.whenComplete((metadata, failure) -> inFlight.release());
  }

  private void await(CompletableFuture<Void> all) throws InterruptedException {
    try {
      all.get(ackTimeout.toMillis() * 2, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw refusal(e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw refusal(e);
    }
  }

  private Problem.Refused refusal(Throwable cause) {
    if (cause instanceof BufferExhaustedException) {
      return EventProblem.busy().refused();
    }
    if (failedInARow.getAndIncrement() == 0) {
      LOG.warn("Kafka takes no events: {}", cause.toString());
    }
    return away("Kafka did not confirm the events within " + ackTimeout);
  }

  private static Problem.Refused away(String detail) {
    return EventProblem.unavailable(detail).refused();
  }

  /// Events that wait for Kafka now.
  int waiting() {
    return maxInFlight - inFlight.availablePermits();
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(2));
  }
}
