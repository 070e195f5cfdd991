package dev.playloop.schemas.topic;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/// Keys are the raw UTF-8 of the id, never JSON, so that clients in any language agree on them.
record IdSerde<T>(Function<String, T> parse) implements Serde<T> {
  @Override
  public Serializer<T> serializer() {
    return (topic, id) -> id == null ? null : id.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Deserializer<T> deserializer() {
    return (topic, bytes) ->
        bytes == null ? null : parse.apply(new String(bytes, StandardCharsets.UTF_8));
  }
}
