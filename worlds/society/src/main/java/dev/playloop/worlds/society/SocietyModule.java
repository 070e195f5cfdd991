package dev.playloop.worlds.society;

import dev.playloop.settings.SettingKey;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.model.MachineCheck;
import dev.playloop.worlds.model.OpenWorld;
import dev.playloop.worlds.model.Opening;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldModule;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.model.WorldSql;
import dev.playloop.worlds.postgres.DatabaseSql;
import dev.playloop.worlds.postgres.PostgresKeys;
import dev.playloop.worlds.society.model.SocietyWorld;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The society on an embedded PostgreSQL, or on the server that its JDBC URL names.
public final class SocietyModule implements WorldModule {
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
  public List<MachineCheck> checks() {
    return POSTGRES.checks();
  }

  @Override
  public OpenWorld open(Opening opening) {
    SocietyDatabase database = POSTGRES.open(opening, SocietyDatabase::open);
    return new OpenSociety(
        world,
        database,
        opening.keep(new SocietyActions(database)),
        opening.keep(new SocietyOutbox(database)));
  }

  private record OpenSociety(
      World world, SocietyDatabase database, WorldActions<?> actions, SocietyOutbox outbox)
      implements OpenWorld {

    @Override
    public List<WorldSource> sources() {
      return List.of(outbox);
    }

    @Override
    public Optional<WorldSql> sql() {
      return Optional.of(new DatabaseSql(database::seed, database::rows));
    }

    @Override
    public Set<String> unknown(Set<String> actors) {
      return database.unknownUsers(actors);
    }
  }
}
