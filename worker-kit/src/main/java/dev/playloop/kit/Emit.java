package dev.playloop.kit;

import dev.playloop.schemas.topic.Topic;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One output of a handler. `partition` null means by key; a null value is a tombstone. `headers`
/// are UTF-8 texts by name, beside the trace context that every output carries.
public record Emit<K, V>(
    Topic<K, V> topic,
    K key,
    @Nullable V value,
    @Nullable Integer partition,
    Map<String, String> headers) {
  public Emit {
    headers = Map.copyOf(headers);
  }

  public static <K, V> Emit<K, V> of(Topic<K, V> topic, K key, V value) {
    return new Emit<>(topic, key, value, null, Map.of());
  }

  /// Takes back what was written under a key.
  public static <K, V> Emit<K, V> tombstone(Topic<K, V> topic, K key) {
    return new Emit<>(topic, key, null, null, Map.of());
  }

  public static <K, V> Emit<K, V> toPartition(Topic<K, V> topic, int partition, K key, V value) {
    return new Emit<>(topic, key, value, partition, Map.of());
  }

  /// The same with one more header.
  public Emit<K, V> with(String header, String text) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, text);
    return new Emit<>(topic, key, value, partition, more);
  }
}
