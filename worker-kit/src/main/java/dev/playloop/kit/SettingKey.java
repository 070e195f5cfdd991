package dev.playloop.kit;

import org.jspecify.annotations.Nullable;

/// One setting: its variable name (`PLAYLOOP_…`), default (null: none, must be set where it is
/// used), description for the table of settings, and whether its value is masked.
public record SettingKey(
    String name, @Nullable String defaultValue, String description, boolean secret) {
  public static SettingKey of(String name, String defaultValue, String description) {
    return new SettingKey(name, defaultValue, description, false);
  }

  public static SettingKey required(String name, String description) {
    return new SettingKey(name, null, description, false);
  }

  public static SettingKey secret(String name, String description) {
    return new SettingKey(name, null, description, true);
  }

  /// The name in a properties file: `PLAYLOOP_HTTP_PORT` is `playloop.http.port`.
  public String property() {
    return name.toLowerCase(java.util.Locale.ROOT).replace('_', '.');
  }
}
