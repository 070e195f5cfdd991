package dev.playloop.worlds.kernel.books;

import dev.playloop.worlds.postgres.WorldDatabase;
import dev.playloop.worlds.postgres.WorldDatabase.Bounds;
import dev.playloop.worlds.postgres.WorldDatabase.Layout;
import dev.playloop.worlds.postgres.WorldDatabase.Login;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;

/// The kernel's database: the schema `kernel` of a PostgreSQL that it may share. Thread-safe.
/// Whoever opens it closes it, after the actions and the outbox that use it. Bounds: those of
/// [WorldDatabase].
public final class KernelDatabase implements AutoCloseable {
  private static final Layout LAYOUT = new Layout("kernel", "kernel", "kernel/migration", "");

  private final WorldDatabase database;

  public KernelDatabase(WorldDatabase database) {
    this.database = database;
  }

  /// Waits up to a minute for the database, migrates it, and opens the pools. Throws
  /// [WorldUnavailable] where it can't be reached in that time, and [IllegalArgumentException]
  /// where it refuses the URL, the user or the password.
  public static KernelDatabase open(String jdbcUrl, String user, String password) {
    return new KernelDatabase(WorldDatabase.open(LAYOUT, new Login(jdbcUrl, user, password)));
  }

  /// As [#open(String, String, String)], with other bounds.
  public static KernelDatabase open(Login login, Bounds bounds) {
    return new KernelDatabase(WorldDatabase.open(LAYOUT, login, bounds));
  }

  public Jdbi writes() {
    return database.writes();
  }

  public Jdbi reads() {
    return database.reads();
  }

  /// Applies fixtures in one transaction: calls of `kernel_principal`, `kernel_artifact` and
  /// `kernel_task`, which keep the books and write events. Does nothing, and answers false, where
  /// this very text was applied before.
  public boolean seed(String sql) {
    return database.seed(sql, handle -> {});
  }

  /// The rows of a query, on a connection that can only read; for checks from outside.
  public List<Map<String, Object>> rows(String sql) {
    return database.rows(sql);
  }

  @Override
  public void close() {
    database.close();
  }
}
