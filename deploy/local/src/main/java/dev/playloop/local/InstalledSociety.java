package dev.playloop.local;

import dev.playloop.kit.SettingKey;
import dev.playloop.kit.Settings;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.model.society.SocietyWorld;
import dev.playloop.worlds.postgres.EmbeddedDatabase;
import dev.playloop.worlds.society.SocietyActions;
import dev.playloop.worlds.society.SocietyDatabase;
import dev.playloop.worlds.society.SocietyOutbox;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The society on an embedded PostgreSQL, or on the server that its JDBC URL names.
final class InstalledSociety implements InstalledWorld {
  static final SettingKey JDBC_URL =
      SettingKey.required(
          "PLAYLOOP_SOCIETY_JDBC_URL",
          "PostgreSQL of the society, such as jdbc:postgresql://db/society; without it one machine"
              + " starts an embedded one");
  static final SettingKey USER =
      SettingKey.of("PLAYLOOP_SOCIETY_USER", "playloop", "user of that database");
  static final SettingKey PASSWORD =
      SettingKey.secret("PLAYLOOP_SOCIETY_PASSWORD", "password of that user");

  private final SocietyWorld world = new SocietyWorld();

  @Override
  public World world() {
    return world;
  }

  @Override
  public List<SettingKey> settings() {
    return List.of(JDBC_URL, USER, PASSWORD);
  }

  @Override
  public boolean needsServer(Settings settings) {
    return settings.optional(JDBC_URL).isEmpty();
  }

  @Override
  public Open open(Settings settings, @Nullable Path data) {
    Closing closing = new Closing();
    Optional<String> url = settings.optional(JDBC_URL);
    boolean opened = false;
    try {
      SocietyDatabase database;
      if (url.isPresent()) {
        database =
            SocietyDatabase.open(
                url.get(), settings.text(USER), settings.optional(PASSWORD).orElse(""));
      } else {
        EmbeddedDatabase embedded =
            closing.add(EmbeddedDatabase.start(data), EmbeddedDatabase::close);
        database = SocietyDatabase.open(embedded.jdbcUrl(), embedded.user(), embedded.password());
      }
      closing.add(database, SocietyDatabase::close);
      OpenSociety open =
          new OpenSociety(
              world,
              database,
              closing.add(new SocietyActions(database), SocietyActions::close),
              closing.add(new SocietyOutbox(database), SocietyOutbox::close),
              closing);
      opened = true;
      return open;
    } finally {
      if (!opened) {
        closing.close();
      }
    }
  }

  private record OpenSociety(
      World world,
      SocietyDatabase database,
      WorldActions actions,
      SocietyOutbox outbox,
      Closing closing)
      implements Open, Sql {

    @Override
    public List<WorldSource> sources() {
      return List.of(outbox);
    }

    @Override
    public Optional<Sql> sql() {
      return Optional.of(this);
    }

    @Override
    public boolean seed(String script) {
      return database.seed(script);
    }

    @Override
    public List<Map<String, JsonNode>> query(String query) {
      return database.rows(query).stream().map(JsonRows::of).toList();
    }

    @Override
    public void close() {
      closing.close();
    }
  }
}
