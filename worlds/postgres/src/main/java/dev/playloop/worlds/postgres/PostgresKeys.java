package dev.playloop.worlds.postgres;

import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.model.MachineCheck;
import dev.playloop.worlds.model.Opening;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The settings that name the PostgreSQL of a world.
///
/// @param url without it one machine starts a server of its own
public record PostgresKeys(SettingKey url, SettingKey user, SettingKey password) {

  public static PostgresKeys of(String world) {
    String prefix = "PLAYLOOP_" + world.toUpperCase(Locale.ROOT);
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

  public List<SettingKey> all() {
    return List.of(url, user, password);
  }

  public boolean isSet(Settings settings) {
    return settings.optional(url).isPresent();
  }

  /// Opens a world's database on the server that the settings name, or on an embedded one that
  /// keeps its data where the world keeps its own. Both are closed with the world.
  public <T extends AutoCloseable> T open(Opening opening, Opener<T> opener) {
    Settings settings = opening.settings();
    Optional<String> given = settings.optional(url);
    if (given.isPresent()) {
      return opening.keep(
          opener.open(given.get(), settings.text(user), settings.optional(password).orElse("")));
    }
    EmbeddedDatabase embedded = opening.keep(embedded(opening.data()));
    return opening.keep(opener.open(embedded.jdbcUrl(), embedded.user(), embedded.password()));
  }

  private EmbeddedDatabase embedded(@Nullable Path data) {
    try {
      return EmbeddedDatabase.start(data);
    } catch (UncheckedIOException | IllegalStateException e) {
      throw CannotOpenWorld.machine(
          "PostgreSQL does not start"
              + (data == null ? "" : " in '" + data + "'")
              + ": "
              + e.getMessage(),
          "mend that, or set " + url.name() + " to use a server of your own.",
          e);
    }
  }

  /// PostgreSQL refuses to run as root; embedded, it then starts in a user namespace.
  public List<MachineCheck> checks() {
    if (!"root".equals(System.getProperty("user.name"))) {
      return List.of();
    }
    boolean unshare =
        Stream.of("/usr/bin/unshare", "/bin/unshare")
            .anyMatch(it -> Files.isExecutable(Path.of(it)));
    return List.of(
        unshare
            ? MachineCheck.fine("root with unshare: the embedded PostgreSQL can start")
            : MachineCheck.missing(
                "as root the embedded PostgreSQL needs 'unshare'; install util-linux, use another"
                    + " user, or set "
                    + url.name()));
  }

  /// How a world connects to its database.
  @FunctionalInterface
  public interface Opener<T> {
    T open(String jdbcUrl, String user, String password);
  }
}
