package dev.playloop.kit;

import dev.playloop.schemas.topic.Topic;
import org.jspecify.annotations.Nullable;

/// One output of a handler. `partition` null means by key; a null value is a tombstone.
public record Emit<K, V>(Topic<K, V> topic, K key, @Nullable V value, @Nullable Integer partition) {
  public static <K, V> Emit<K, V> of(Topic<K, V> topic, K key, V value) {
    return new Emit<>(topic, key, value, null);
  }

  public static <K, V> Emit<K, V> toPartition(Topic<K, V> topic, int partition, K key, V value) {
    return new Emit<>(topic, key, value, partition);
  }
}
