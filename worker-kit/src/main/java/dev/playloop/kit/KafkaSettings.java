package dev.playloop.kit;

import dev.playloop.schemas.topic.Topics;
import dev.playloop.settings.Settings;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a role reaches Kafka: plain client properties (`bootstrap.servers`, `security.protocol`, …),
/// the topic catalogue, and a stable instance name where there is one (it becomes
/// `group.instance.id`, and recovery after a crash is faster).
public record KafkaSettings(Map<String, String> client, Topics topics, @Nullable String instance) {
  private static final String USERNAME = "sasl.username";
  private static final String PASSWORD = "sasl.password";
  private static final String LOGIN = "sasl.jaas.config";

  public KafkaSettings {
    client = Map.copyOf(withLogin(client));
  }

  /// `sasl.username` and `sasl.password`, as librdkafka's clients and this one have them, become
  /// the line that Kafka's Java clients want; one file serves all.
  private static Map<String, String> withLogin(Map<String, String> client) {
    String name = client.get(USERNAME);
    String password = client.get(PASSWORD);
    if (name == null || password == null || client.containsKey(LOGIN)) {
      return client;
    }
    boolean scram = client.getOrDefault("sasl.mechanism", "PLAIN").startsWith("SCRAM");
    Map<String, String> all = new HashMap<>(client);
    all.remove(USERNAME);
    all.remove(PASSWORD);
    all.put(
        LOGIN,
        "org.apache.kafka.common.security.%s required username=\"%s\" password=\"%s\";"
            .formatted(
                scram ? "scram.ScramLoginModule" : "plain.PlainLoginModule",
                quoted(name),
                quoted(password)));
    return all;
  }

  private static String quoted(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  public static KafkaSettings of(String bootstrapServers, Topics topics) {
    return new KafkaSettings(Map.of("bootstrap.servers", bootstrapServers), topics, null);
  }

  /// As the [KitSettings] and the plain client properties of the settings' file say.
  public static KafkaSettings from(Settings settings) {
    Map<String, String> properties = new HashMap<>(settings.clientProperties());
    if (settings.isSet(KitSettings.BOOTSTRAP) || !properties.containsKey("bootstrap.servers")) {
      properties.put("bootstrap.servers", settings.text(KitSettings.BOOTSTRAP));
    }
    Topics topics =
        new Topics(
            settings.text(KitSettings.PREFIX), settings.number(KitSettings.PARTITIONS, 1, 10_000));
    return new KafkaSettings(
        properties, topics, settings.optional(KitSettings.INSTANCE).orElse(null));
  }

  /// The same for clients that are in no group: a member's settings are none of theirs.
  public Map<String, Object> plain(Map<String, ?> more) {
    Map<String, Object> all = with(more);
    all.keySet().removeIf(name -> name.startsWith("group."));
    return all;
  }

  /// The client properties with more on top.
  public Map<String, Object> with(Map<String, ?> more) {
    Map<String, Object> all = new HashMap<>(client);
    all.putAll(more);
    return all;
  }
}
