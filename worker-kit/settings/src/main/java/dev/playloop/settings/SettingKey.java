package dev.playloop.settings;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One setting: its variable name (`PLAYLOOP_…`), default (null: none, must be set where it is
/// used), description for the table of settings, and whether its value is masked.
public record SettingKey(
    String name, @Nullable String defaultValue, String description, boolean secret) {
  public SettingKey {
    if (!name.matches("PLAYLOOP_[A-Z0-9_]+")) {
      throw new IllegalArgumentException(
          "a setting is named PLAYLOOP_ and capitals, not '" + name + "'");
    }
  }

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
    return name.toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /// A table of them in Markdown, in the given order.
  public static String table(Collection<SettingKey> keys) {
    StringBuilder table =
        new StringBuilder("| setting | default | what it does |\n|---|---|---|\n");
    for (SettingKey key : keys) {
      table
          .append("| `")
          .append(key.name())
          .append("` | ")
          .append(key.defaultValue() == null ? "" : "`" + key.defaultValue() + "`")
          .append(" | ")
          .append(key.description())
          .append(key.secret() ? " (secret)" : "")
          .append(" |\n");
    }
    return table.toString();
  }
}
