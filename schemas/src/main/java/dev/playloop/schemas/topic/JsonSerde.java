package dev.playloop.schemas.topic;

import dev.playloop.schemas.json.Json;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/// JSON values: strict writing, tolerant reading. A null value is a tombstone.
public record JsonSerde<T>(Class<T> type) implements Serde<T> {
  @Override
  public Serializer<T> serializer() {
    return (topic, value) -> value == null ? null : Json.bytes(value);
  }

  @Override
  public Deserializer<T> deserializer() {
    return (topic, bytes) -> bytes == null ? null : Json.read(bytes, type);
  }
}
