package dev.playloop.kit.worker;

import dev.playloop.kit.Emit;
import dev.playloop.schemas.topic.Cleanup;
import dev.playloop.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/// Turns outputs into bytes, and finds before the producer does what no broker would take: one such
/// record would keep its whole transaction from being committed. Safe for all threads.
final class Encoder {
  private static final int MAX_KEY_BYTES = 4 * 1024;

  private final Set<String> topics = new HashSet<>();

  Encoder(Collection<Topic<?, ?>> topics) {
    topics.forEach(topic -> this.topics.add(topic.name()));
  }

  /// A record, and why it can't be sent; `problem` null where it can.
  record Encoded(ProducerRecord<byte[], byte[]> record, @Nullable String problem) {}

  /// Throws what the serialisers throw.
  <K, V> Encoded encode(Emit<K, V> emit, Iterable<Header> headers) {
    Topic<K, V> topic = emit.topic();
    Encoded encoded = encodeAny(emit, headers);
    return topics.contains(topic.name())
        ? encoded
        : new Encoded(
            encoded.record(), topic.name() + " is none of this worker's outputs: " + topics);
  }

  /// The same for any topic of the catalogue.
  static <K, V> Encoded encodeAny(Emit<K, V> emit, Iterable<Header> headers) {
    Topic<K, V> topic = emit.topic();
    byte[] key = topic.key().serializer().serialize(topic.name(), emit.key());
    byte[] value = topic.value().serializer().serialize(topic.name(), emit.value());
    String problem = problem(topic, emit.partition(), key, value);
    Integer partition = emit.partition();
    if (partition != null && partition < 0) {
      partition = null;
    }
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic.name(), partition, key, value, headers);
    emit.headers()
        .forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
    return new Encoded(record, problem);
  }

  private static @Nullable String problem(
      Topic<?, ?> topic,
      @Nullable Integer partition,
      byte @Nullable [] key,
      byte @Nullable [] value) {
    if (value != null && value.length > topic.maxRecordBytes()) {
      return "the value has %d bytes, %s takes at most %d: cut it before it is sent"
          .formatted(value.length, topic.name(), topic.maxRecordBytes());
    }
    if (key != null && key.length > MAX_KEY_BYTES) {
      return "the key has " + key.length + " bytes, at most " + MAX_KEY_BYTES + " are taken";
    }
    if (key == null && topic.cleanup() != Cleanup.DELETE) {
      return topic.name() + " is compacted, so each record needs a key";
    }
    if (partition != null && (partition < 0 || partition >= topic.partitions())) {
      return topic.name() + " has no partition " + partition + " of " + topic.partitions();
    }
    return null;
  }
}
