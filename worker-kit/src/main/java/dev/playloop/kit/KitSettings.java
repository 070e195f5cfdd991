package dev.playloop.kit;

import dev.playloop.settings.SettingKey;
import java.util.List;

/// The settings that every role shares. Roles declare theirs the same way and read all together.
public final class KitSettings {
  public static final SettingKey BOOTSTRAP =
      SettingKey.of(
          "PLAYLOOP_BOOTSTRAP", "127.0.0.1:9092", "Kafka brokers to begin with, host:port,…");
  public static final SettingKey PREFIX =
      SettingKey.of(
          "PLAYLOOP_PREFIX",
          "playloop.",
          "prefix of topics, groups, application ids and transactional ids");
  public static final SettingKey PARTITIONS =
      SettingKey.of(
          "PLAYLOOP_PARTITIONS",
          "12",
          "partitions of every topic; must be what the topics were created with");
  public static final SettingKey INSTANCE =
      SettingKey.required(
          "PLAYLOOP_INSTANCE",
          "stable name of this process (such as a StatefulSet's pod name); speeds up recovery");
  public static final SettingKey DATA =
      SettingKey.of("PLAYLOOP_DATA", "data", "folder for what a process keeps on disk");

  public static final SettingKey HEALTH_HOST =
      SettingKey.of(
          "PLAYLOOP_HEALTH_HOST",
          "127.0.0.1",
          "address that a worker's /health/live and /health/ready listen on");
  public static final SettingKey HEALTH_PORT =
      SettingKey.of("PLAYLOOP_HEALTH_PORT", "0", "their port; 0 takes a free one and logs it");

  private KitSettings() {}

  public static List<SettingKey> keys() {
    return List.of(BOOTSTRAP, PREFIX, PARTITIONS, INSTANCE, DATA, HEALTH_HOST, HEALTH_PORT);
  }
}
