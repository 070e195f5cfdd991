package dev.playloop.kit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The settings of one process, read once from `PLAYLOOP_*` variables and a properties file
/// (variables win). Every name must be one of the declared keys.
public final class Settings {
  private Settings() {}

  /// Throws [InvalidSettingException] that names an unknown or wrong setting.
  public static Settings read(
      List<SettingKey> keys, Map<String, String> environment, @Nullable Path configFile) {
    throw new UnsupportedOperationException("lands shortly");
  }

  public String text(SettingKey key) {
    throw new UnsupportedOperationException("lands shortly");
  }

  /// Empty where the setting is neither set nor has a default.
  public Optional<String> optional(SettingKey key) {
    throw new UnsupportedOperationException("lands shortly");
  }

  public int number(SettingKey key, int min, int max) {
    throw new UnsupportedOperationException("lands shortly");
  }

  public boolean flag(SettingKey key) {
    throw new UnsupportedOperationException("lands shortly");
  }

  /// ISO-8601 or a number with `ms`, `s`, `m`, `h`, `d`.
  public Duration duration(SettingKey key) {
    throw new UnsupportedOperationException("lands shortly");
  }

  public Path path(SettingKey key) {
    throw new UnsupportedOperationException("lands shortly");
  }

  /// A comma-separated list; empty where nothing is set.
  public List<String> list(SettingKey key) {
    throw new UnsupportedOperationException("lands shortly");
  }

  /// Kafka access as [KitSettings] keys and plain client properties of the file say.
  public KafkaSettings kafka() {
    throw new UnsupportedOperationException("lands shortly");
  }
}
