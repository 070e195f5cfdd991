package dev.playloop.worlds.society;

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
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.TemplateEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The society's database: migrated on opening, with one pool for actions and one that can only
/// read. Thread-safe. Whoever opens it closes it, after the actions and the outbox that use it.
///
/// Bounds: 10 connections for actions and 10 for reads, 3 s to get one, 5 s a statement, 10 s of
/// idling inside a transaction.
public final class SocietyDatabase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SocietyDatabase.class);
  private static final int POOL_SIZE = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);
  private static final String SESSION =
      "set statement_timeout = '5s'; set lock_timeout = '5s';"
          + " set idle_in_transaction_session_timeout = '10s';"
          + " set pg_trgm.word_similarity_threshold = 0.45;";

  private final List<HikariDataSource> pools;
  private final Jdbi writes;
  private final Jdbi reads;

  SocietyDatabase(DataSource writes, DataSource reads, List<HikariDataSource> pools) {
    this.pools = List.copyOf(pools);
    this.writes = jdbi(writes);
    this.reads = jdbi(reads);
  }

  /// Waits up to a minute for the database, migrates it, and opens the pools. Throws
  /// [WorldUnavailable] where it can't be reached in that time, and [IllegalArgumentException]
  /// where it refuses the URL, the user or the password.
  public static SocietyDatabase open(String jdbcUrl, String user, String password) {
    return open(jdbcUrl, user, password, PATIENCE);
  }

  static SocietyDatabase open(String jdbcUrl, String user, String password, Duration patience) {
    await(jdbcUrl, user, password, patience);
    Flyway.configure()
        .dataSource(jdbcUrl, user, password)
        .locations("classpath:society/migration")
        .load()
        .migrate();
    HikariDataSource writes = pool("society-actions", jdbcUrl, user, password, false);
    HikariDataSource reads = pool("society-reads", jdbcUrl, user, password, true);
    return new SocietyDatabase(writes, reads, List.of(writes, reads));
  }

  private static void await(String jdbcUrl, String user, String password, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try (Connection connection = DriverManager.getConnection(jdbcUrl, user, password)) {
        connection.getMetaData();
        return;
      } catch (SQLException e) {
        if (SqlTrouble.of(e) != SqlTrouble.OUTAGE) {
          throw new IllegalArgumentException(
              "the database of society refuses the connection: "
                  + e.getMessage()
                  + "; check its JDBC URL, user and password",
              e);
        }
        if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
          throw new WorldUnavailable("the database of society can't be reached", e);
        }
        LOG.warn("waiting for the database of society: {}", e.getMessage());
        LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
      }
    }
  }

  private static HikariDataSource pool(
      String name, String jdbcUrl, String user, String password, boolean readOnly) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    config.setJdbcUrl(jdbcUrl);
    config.setUsername(user);
    config.setPassword(password);
    config.setMaximumPoolSize(POOL_SIZE);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(3_000);
    config.setValidationTimeout(1_000);
    config.setInitializationFailTimeout(-1);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setReadOnly(readOnly);
    // A session that can't write, whatever a statement tries: setReadOnly alone binds transactions.
    config.setConnectionInitSql(
        readOnly ? SESSION + " set default_transaction_read_only = on;" : SESSION);
    config.addDataSourceProperty("connectTimeout", "3");
    config.addDataSourceProperty("socketTimeout", "15");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    config.addDataSourceProperty("ApplicationName", name);
    return new HikariDataSource(config);
  }

  private static Jdbi jdbi(DataSource source) {
    Jdbi jdbi = Jdbi.create(source).setTemplateEngine(TemplateEngine.NOP);
    jdbi.registerArrayType(String.class, "text");
    return jdbi;
  }

  Jdbi writes() {
    return writes;
  }

  Jdbi reads() {
    return reads;
  }

  /// Applies fixtures in one transaction, opens the books for the balances they bring, and
  /// publishes the view of every user. Does nothing, and answers false, where this very text was
  /// applied before.
  public boolean seed(String sql) {
    return writes.inTransaction(handle -> {
      int fresh =
          handle
              .createUpdate("insert into fixtures (sha256) values (:h) on conflict do nothing")
              .bind("h", Sha256.hex(sql))
              .execute();
      if (fresh == 0) {
        return false;
      }
      // Not by JDBI's script parser: fixtures may hold functions and colons.
      try (var statement = handle.getConnection().createStatement()) {
        statement.execute(sql);
      } catch (SQLException e) {
        throw new IllegalArgumentException(
            "the fixtures can't be applied, and nothing of them was: " + e.getMessage(), e);
      }
      handle.execute("select society_open_books()");
      publishAll(handle);
      return true;
    });
  }

  /// Publishes the view of every user again, with a new version; for a projection that starts from
  /// nothing.
  public void publishAll() {
    writes.useTransaction(SocietyDatabase::publishAll);
  }

  private static void publishAll(Handle handle) {
    handle
        .createQuery("select society_changed(id) from (select id from users order by id) u")
        .mapTo(Long.class)
        .list();
  }

  /// The rows of a query, on a connection that can only read; for checks from outside.
  public List<Map<String, Object>> rows(String sql) {
    return reads.withHandle(handle -> handle.createQuery(sql).mapToMap().list());
  }

  @Override
  public void close() {
    pools.forEach(HikariDataSource::close);
  }
}
