package dev.playloop.worlds.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.playloop.schemas.Sha256;
import dev.playloop.worlds.model.WorldUnavailable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.TemplateEngine;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.NativeQuery;
import org.postgresql.core.Parser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The database of one world: migrated on opening, with one pool for actions and one that can only
/// read. Thread-safe. Whoever opens it closes it, after the actions and the outbox that use it.
///
/// 10 connections for actions and 10 for reads, given out in the order of asking; how long things
/// may take, [Bounds] says.
public final class WorldDatabase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorldDatabase.class);
  private static final int POOL_SIZE = 10;
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

  private final List<HikariDataSource> pools;
  private final Jdbi writes;
  private final Jdbi reads;

  /// A database that is there already, such as one that meets faults; closes nothing.
  public WorldDatabase(DataSource writes, DataSource reads) {
    this(writes::getConnection, reads::getConnection, List.of());
  }

  private WorldDatabase(
      ConnectionFactory writes, ConnectionFactory reads, List<HikariDataSource> pools) {
    this.pools = List.copyOf(pools);
    this.writes = jdbi(writes);
    this.reads = jdbi(reads);
  }

  /// What a world's database is like. `schema` is created and searched first (null: what the server
  /// has for the user), `migrations` is the folder of Flyway's scripts on the class path, `session`
  /// what each connection sets beyond the time limits (empty: nothing).
  public record Layout(String world, @Nullable String schema, String migrations, String session) {}

  /// How long things may take, in whole milliseconds.
  ///
  /// @param opening until the database must be there; zero for one try
  /// @param connection waiting for a connection of a pool
  /// @param statement a statement, its waiting for locks included
  /// @param idling inside a transaction, between statements
  public record Bounds(Duration opening, Duration connection, Duration statement, Duration idling) {
    public static final Bounds STANDARD =
        new Bounds(
            Duration.ofSeconds(60),
            Duration.ofSeconds(3),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10));

    private String session() {
      return "set statement_timeout = %1$d; set lock_timeout = %1$d;"
              .formatted(statement.toMillis())
          + " set idle_in_transaction_session_timeout = %d;".formatted(idling.toMillis());
    }

    /// For an answer that may never come: longer than the server takes to end a statement.
    private long socketSeconds() {
      return statement.plusSeconds(10).toSeconds();
    }
  }

  /// Where it is and who asks.
  public record Login(String jdbcUrl, String user, String password) {
    @Override
    public String toString() {
      return user + "@" + jdbcUrl;
    }
  }

  /// Waits up to a minute for the database, migrates it, and opens the pools. Throws
  /// [WorldUnavailable] where it can't be reached in that time, and [IllegalArgumentException]
  /// where it refuses the URL, the user or the password.
  public static WorldDatabase open(Layout layout, Login login) {
    return open(layout, login, Bounds.STANDARD);
  }

  /// As [#open(Layout, Login)], with other bounds.
  public static WorldDatabase open(Layout layout, Login login, Bounds bounds) {
    await(layout, login, bounds.opening());
    migrate(layout, login);
    HikariDataSource writes = pool(layout, login, bounds, false);
    HikariDataSource reads = pool(layout, login, bounds, true);
    return new WorldDatabase(fair(writes, bounds), fair(reads, bounds), List.of(writes, reads));
  }

  private static FairConnections fair(HikariDataSource pool, Bounds bounds) {
    return new FairConnections(pool::getConnection, POOL_SIZE, bounds.connection());
  }

  private static void migrate(Layout layout, Login login) {
    FluentConfiguration flyway =
        Flyway.configure()
            .dataSource(login.jdbcUrl(), login.user(), login.password())
            .locations("classpath:" + layout.migrations());
    if (layout.schema() != null) {
      flyway.schemas(layout.schema());
    }
    flyway.load().migrate();
  }

  private static void await(Layout layout, Login login, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try (Connection connection =
          DriverManager.getConnection(login.jdbcUrl(), login.user(), login.password())) {
        connection.getMetaData();
        return;
      } catch (SQLException e) {
        if (SqlTrouble.of(e) != SqlTrouble.OUTAGE) {
          throw new IllegalArgumentException(
              "the database of "
                  + layout.world()
                  + " refuses the connection: "
                  + e.getMessage()
                  + "; check its JDBC URL, user and password",
              e);
        }
        if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
          throw new WorldUnavailable("the database of " + layout.world() + " can't be reached", e);
        }
        LOG.warn("waiting for the database of {}: {}", layout.world(), e.getMessage());
        LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
      }
    }
  }

  private static HikariDataSource pool(
      Layout layout, Login login, Bounds bounds, boolean readOnly) {
    String name = layout.world() + (readOnly ? "-reads" : "-actions");
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    config.setJdbcUrl(login.jdbcUrl());
    config.setUsername(login.user());
    config.setPassword(login.password());
    config.setMaximumPoolSize(POOL_SIZE);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(bounds.connection().toMillis());
    config.setValidationTimeout(1_000);
    config.setInitializationFailTimeout(-1);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setReadOnly(readOnly);
    String path =
        layout.schema() == null ? "" : " set search_path = " + layout.schema() + ", public;";
    String session = bounds.session() + path + layout.session();
    // A session that can't write, whatever a statement tries: setReadOnly alone binds transactions.
    config.setConnectionInitSql(
        readOnly ? session + " set default_transaction_read_only = on;" : session);
    config.addDataSourceProperty("connectTimeout", "3");
    config.addDataSourceProperty("socketTimeout", Long.toString(bounds.socketSeconds()));
    config.addDataSourceProperty("tcpKeepAlive", "true");
    config.addDataSourceProperty("ApplicationName", name);
    return new HikariDataSource(config);
  }

  private static Jdbi jdbi(ConnectionFactory source) {
    Jdbi jdbi = Jdbi.create(source).setTemplateEngine(TemplateEngine.NOP);
    jdbi.registerArrayType(String.class, "text");
    return jdbi;
  }

  public Jdbi writes() {
    return writes;
  }

  public Jdbi reads() {
    return reads;
  }

  /// Applies fixtures in one transaction, and then `after` in the same one. Does nothing, and
  /// answers false, where this very text was applied before (the table `fixtures` remembers it).
  /// Throws [RefusedSql] where the database takes a statement of it not; then nothing is applied.
  public boolean seed(String sql, Consumer<Handle> after) {
    return writes.inTransaction(handle -> {
      int fresh =
          handle
              .createUpdate("insert into fixtures (sha256) values (:h) on conflict do nothing")
              .bind("h", Sha256.hex(sql))
              .execute();
      if (fresh == 0) {
        return false;
      }
      execute(handle.getConnection(), sql);
      after.accept(handle);
      return true;
    });
  }

  /// One statement after the other, as the driver would split the script, so that it is known which
  /// of them is refused. Not by JDBI's script parser: fixtures may hold functions and colons.
  private static void execute(Connection connection, String script) {
    int from = 0;
    try (var statement = connection.createStatement()) {
      for (NativeQuery query : Parser.parseJdbcSql(script, true, false, true, false, false)) {
        int at = script.indexOf(query.nativeSql, from);
        from = at < 0 ? from : at;
        statement.execute(query.nativeSql);
        from += at < 0 ? 0 : query.nativeSql.length();
      }
    } catch (SQLException e) {
      if (SqlTrouble.of(e) == SqlTrouble.OUTAGE) {
        throw new WorldUnavailable("the fixtures can't be applied now: " + e.getMessage(), e);
      }
      throw RefusedSql.of(e, script, from);
    }
  }

  /// The rows of a query, on a connection that can only read; for checks from outside. Throws
  /// [RefusedSql] where the database takes no such query.
  public List<Map<String, Object>> rows(String sql) {
    try {
      return reads.withHandle(handle -> handle.createQuery(sql).mapToMap().list());
    } catch (JdbiException e) {
      if (e.getCause() instanceof SQLException refused
          && SqlTrouble.of(refused) != SqlTrouble.OUTAGE) {
        throw RefusedSql.of(refused, sql, 0);
      }
      throw e;
    }
  }

  @Override
  public void close() {
    pools.forEach(HikariDataSource::close);
  }
}
