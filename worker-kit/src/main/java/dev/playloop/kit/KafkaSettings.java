package dev.playloop.kit;

import dev.playloop.schemas.topic.Topics;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a role reaches Kafka: plain client properties (`bootstrap.servers`, `security.protocol`, …),
/// the topic catalogue, and a stable instance name where there is one (it becomes
/// `group.instance.id`, and recovery after a crash is faster).
public record KafkaSettings(Map<String, String> client, Topics topics, @Nullable String instance) {
  public KafkaSettings {
    client = Map.copyOf(client);
  }

  public static KafkaSettings of(String bootstrapServers, Topics topics) {
    return new KafkaSettings(Map.of("bootstrap.servers", bootstrapServers), topics, null);
  }

  /// The client properties with more on top.
  public Map<String, Object> with(Map<String, ?> more) {
    Map<String, Object> all = new HashMap<>(client);
    all.putAll(more);
    return all;
  }
}
