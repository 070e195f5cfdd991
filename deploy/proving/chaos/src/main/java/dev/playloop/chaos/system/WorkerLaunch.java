package dev.playloop.chaos.system;

import dev.playloop.chaos.cluster.Logins;
import dev.playloop.chaos.world.ChaosWorlds;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.postgres.WorldDatabase;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// How a worker is told what to be.
///
/// @param instance its `group.instance.id`, or `-` for none
/// @param standbys copies of its stores on others, where it has any
/// @param chain what Eternum is opened with; empty where it is not played
/// @param key the file with what the gateway signs with
/// @param logins as whom it comes to the brokers
@RecordBuilder
record WorkerLaunch(
    WorkerKind role,
    String bootstrap,
    String instance,
    int standbys,
    Path data,
    WorldDatabase.Login database,
    URI checker,
    int httpPort,
    ChaosWorlds worlds,
    URI game,
    Map<String, String> chain,
    Path key,
    Logins logins) {
  private static final String PREFIX = "playloop.chaos.";
  private static final String CHAIN = PREFIX + "chain.";
  private static final String PASSWORD = "CHAOS_DATABASE_PASSWORD";

  Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>();
    chain.forEach((name, value) -> properties.put(CHAIN + name, value));
    properties.putAll(own());
    return properties;
  }

  private Map<String, String> own() {
    return Map.ofEntries(
        Map.entry(PREFIX + "role", role.name()),
        Map.entry(PREFIX + "bootstrap", bootstrap),
        Map.entry(PREFIX + "instance", instance),
        Map.entry(PREFIX + "standbys", String.valueOf(standbys)),
        Map.entry(PREFIX + "data", data.toString()),
        Map.entry(PREFIX + "jdbc", database.jdbcUrl()),
        Map.entry(PREFIX + "user", database.user()),
        Map.entry(PREFIX + "checker", checker.toString()),
        Map.entry(PREFIX + "http", String.valueOf(httpPort)),
        Map.entry(PREFIX + "worlds", String.join(",", worlds.names())),
        Map.entry(PREFIX + "game", game.toString()),
        Map.entry(PREFIX + "key", key.toString()));
  }

  /// What a command line, which everyone on the machine can read, must not show.
  Map<String, String> environment() {
    return Map.of(PASSWORD, database.password(), Logins.SECRET, logins.secret());
  }

  static WorkerLaunch read() {
    return new WorkerLaunch(
        WorkerKind.valueOf(property("role")),
        property("bootstrap"),
        property("instance"),
        Integer.parseInt(property("standbys")),
        Path.of(property("data")),
        new WorldDatabase.Login(
            property("jdbc"), property("user"), System.getenv().getOrDefault(PASSWORD, "")),
        URI.create(property("checker")),
        Integer.parseInt(property("http")),
        ChaosWorlds.named(property("worlds")),
        URI.create(property("game")),
        chainProperties(),
        Path.of(property("key")),
        new Logins(System.getenv().getOrDefault(Logins.SECRET, "")));
  }

  /// What the role keeps on disk.
  Path folder() {
    return data.resolve(role.word());
  }

  KafkaSettings kafka() {
    Topics topics = new Topics(Topics.DEFAULT_PREFIX, ChaosWorlds.PARTITIONS);
    Map<String, String> client = new HashMap<>(logins.of(role.word()));
    client.put("bootstrap.servers", bootstrap);
    return new KafkaSettings(client, topics, instance.equals("-") ? null : instance);
  }

  private static Map<String, String> chainProperties() {
    return System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith(CHAIN))
        .collect(Collectors.toMap(name -> name.substring(CHAIN.length()), System::getProperty));
  }

  private static String property(String name) {
    String value = System.getProperty(PREFIX + name);
    if (value == null) {
      throw new IllegalArgumentException(PREFIX + name + " is missing");
    }
    return value;
  }
}
