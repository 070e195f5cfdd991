package dev.playloop.launcher;

import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.postgres.EmbeddedDatabase;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The settings that name the PostgreSQL of a world.
///
/// @param url without it one machine starts a server of its own
record PostgresKeys(SettingKey url, SettingKey user, SettingKey password) {

  static PostgresKeys of(String world) {
    String prefix = "PLAYLOOP_" + world.toUpperCase(java.util.Locale.ROOT);
    return new PostgresKeys(
        SettingKey.required(
            prefix + "_JDBC_URL",
            "PostgreSQL of the "
                + world
                + ", such as jdbc:postgresql://db/"
                + world
                + "; without it one machine starts an embedded one"),
        SettingKey.of(prefix + "_USER", "playloop", "user of that database"),
        SettingKey.secret(prefix + "_PASSWORD", "password of that user"));
  }

  List<SettingKey> all() {
    return List.of(url, user, password);
  }

  boolean isSet(Settings settings) {
    return settings.optional(url).isPresent();
  }

  /// Opens a world's database on the server that the settings name, or on an embedded one that
  /// keeps its data in `data`. Both go to `closing`.
  <T extends AutoCloseable> T open(
      Settings settings, @Nullable Path data, Closing closing, Opener<T> opener) {
    Optional<String> given = settings.optional(url);
    if (given.isPresent()) {
      return opener.open(given.get(), settings.text(user), settings.optional(password).orElse(""));
    }
    EmbeddedDatabase embedded = closing.add(embedded(data), EmbeddedDatabase::close);
    return opener.open(embedded.jdbcUrl(), embedded.user(), embedded.password());
  }

  private EmbeddedDatabase embedded(@Nullable Path data) {
    try {
      return EmbeddedDatabase.start(data == null ? null : OwnFiles.folder(data));
    } catch (UncheckedIOException | IllegalStateException e) {
      throw UserProblem.environment(
          "PostgreSQL does not start"
              + (data == null ? "" : " in '" + data + "'")
              + ": "
              + e.getMessage(),
          "mend that, or set " + url.name() + " to use a server of your own.",
          e);
    }
  }

  @FunctionalInterface
  interface Opener<T> {
    T open(String jdbcUrl, String user, String password);
  }
}
