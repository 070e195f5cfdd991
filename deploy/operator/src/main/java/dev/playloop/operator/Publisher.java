package dev.playloop.operator;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.Acks;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.schemas.world.WorldRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// Writes configs, triggers, world events, halts and principals as the command's user asks. Each
/// write is on the log when the method returns; [NotPublished] where Kafka refuses it. Controls are
/// none of its business: a gateway signs those. Safe for all threads.
public final class Publisher implements AutoCloseable {
  private final KafkaProducer<byte[], byte[]> producer;
  private final Topics topics;

  private Publisher(KafkaProducer<byte[], byte[]> producer, Topics topics) {
    this.producer = producer;
    this.topics = topics;
  }

  public static Publisher open(KafkaSettings kafka) {
    Map<String, Object> config =
        kafka.with(
            Map.of(
                ProducerConfig.ACKS_CONFIG, "all",
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true",
                ProducerConfig.LINGER_MS_CONFIG, "0",
                ProducerConfig.MAX_BLOCK_MS_CONFIG, "15000",
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "20000",
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "10000",
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG, "5242880"));
    return new Publisher(
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer()),
        kafka.topics());
  }

  /// Returns the id by which the loop knows it: its own, or the one that its place on the log
  /// gives.
  public String publish(Trigger trigger) throws InterruptedException {
    RecordMetadata at = send(topics.triggers(), trigger.agent(), trigger);
    return trigger.id() == null
        ? TriggerId.ofRecord(at.topic(), at.partition(), at.offset())
        : trigger.id();
  }

  public void publish(WorldEvent event) throws InterruptedException {
    var _ = send(topics.worldEvents(), event.scene(), event);
  }

  public void apply(AgentConfig config) throws InterruptedException {
    var _ = send(topics.agents(), config.agent(), config);
  }

  /// In their order; returns once all are on the log. Where one is not, others may be.
  public void apply(Collection<AgentConfig> configs) throws InterruptedException {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (AgentConfig config : configs) {
      sent.add(sending(topics.agents(), config.agent(), config));
    }
    for (Future<RecordMetadata> each : sent) {
      var _ = stored(topics.agents(), each);
    }
  }

  /// Deletes the agent's config: its open run is cancelled.
  public void delete(AgentId agent) throws InterruptedException {
    var _ = send(topics.agents(), agent, null);
  }

  /// Says anew who may do what, and as whom they are known.
  public void principal(Principal principal) throws InterruptedException {
    var _ = send(topics.principals(), principal.id(), principal);
  }

  /// Leaves nothing of a principal's key.
  public void forget(Principal principal) throws InterruptedException {
    var _ = send(topics.principals(), principal.id(), null);
  }

  public void halt(Halt halt) throws InterruptedException {
    var _ = send(topics.halts(), halt.scope(), halt);
  }

  /// Takes a halt back.
  public void resume(HaltScope scope) throws InterruptedException {
    var _ = send(topics.halts(), scope, null);
  }

  /// What is declared of worlds, by keys: declarations first, and then which are in force.
  public void declare(Map<String, WorldRecord> records) throws InterruptedException {
    for (boolean pointers : new boolean[] {false, true}) {
      for (Map.Entry<String, WorldRecord> record : records.entrySet()) {
        if ((record.getValue().pointer() != null) == pointers) {
          var _ = send(topics.worlds(), record.getKey(), record.getValue());
        }
      }
    }
  }

  private <K, V> RecordMetadata send(Topic<K, V> topic, K key, @Nullable V value)
      throws InterruptedException {
    return stored(topic, sending(topic, key, value));
  }

  private <K, V> Future<RecordMetadata> sending(Topic<K, V> topic, K key, @Nullable V value) {
    byte[] keyBytes = topic.key().serializer().serialize(topic.name(), key);
    byte[] bytes = value == null ? null : bytes(topic, key, value);
    return producer.send(new ProducerRecord<>(topic.name(), keyBytes, bytes));
  }

  private static RecordMetadata stored(Topic<?, ?> topic, Future<RecordMetadata> sent)
      throws InterruptedException {
    try {
      return Acks.await(sent);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (cause instanceof TimeoutException timeout) {
        throw timeout;
      }
      throw new NotPublished(topic, cause);
    }
  }

  /// The value as it lies on the topic; [InvalidValueException] where it takes too much room.
  static <K, V> byte[] bytes(Topic<K, V> topic, K key, V value) {
    byte[] bytes = topic.value().serializer().serialize(topic.name(), value);
    if (bytes.length > topic.maxRecordBytes()) {
      throw new InvalidValueException(
          key + " for " + topic.name(),
          "at most " + topic.maxRecordBytes() + " bytes of JSON",
          bytes.length + " bytes");
    }
    return bytes;
  }

  @Override
  public void close() {
    Acks.close(producer);
  }
}
