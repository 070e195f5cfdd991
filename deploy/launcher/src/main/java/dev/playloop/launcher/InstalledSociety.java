package dev.playloop.launcher;

import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.society.SocietyActions;
import dev.playloop.worlds.society.SocietyDatabase;
import dev.playloop.worlds.society.SocietyOutbox;
import dev.playloop.worlds.society.model.SocietyWorld;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The society on an embedded PostgreSQL, or on the server that its JDBC URL names.
final class InstalledSociety implements InstalledWorld {
  private static final PostgresKeys POSTGRES = PostgresKeys.of(SocietyWorld.NAME);

  private final SocietyWorld world = new SocietyWorld();

  @Override
  public World world() {
    return world;
  }

  @Override
  public List<SettingKey> settings() {
    return POSTGRES.all();
  }

  @Override
  public boolean needsServer(Settings settings) {
    return !POSTGRES.isSet(settings);
  }

  @Override
  public Open open(Settings settings, @Nullable Path data) {
    Closing closing = new Closing();
    boolean opened = false;
    try {
      SocietyDatabase database =
          closing.add(
              POSTGRES.open(settings, data, closing, SocietyDatabase::open),
              SocietyDatabase::close);
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
      implements Open {

    @Override
    public List<WorldSource> sources() {
      return List.of(outbox);
    }

    @Override
    public Optional<Sql> sql() {
      return Optional.of(new DatabaseSql(database::seed, database::rows));
    }

    @Override
    public Set<String> unknown(Set<String> actors) {
      return database.unknownUsers(actors);
    }

    @Override
    public void close() {
      closing.close();
    }
  }
}
