package dev.playloop.worlds.society;

import dev.playloop.worlds.postgres.WorldDatabase;
import dev.playloop.worlds.postgres.WorldDatabase.Bounds;
import dev.playloop.worlds.postgres.WorldDatabase.Layout;
import dev.playloop.worlds.postgres.WorldDatabase.Login;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/// The society's database. Thread-safe. Whoever opens it closes it, after the actions and the
/// outbox that use it. Bounds: those of [WorldDatabase].
public final class SocietyDatabase implements AutoCloseable {
  private static final Layout LAYOUT =
      new Layout(
          "society", null, "society/migration", " set pg_trgm.word_similarity_threshold = 0.45;");

  private final WorldDatabase database;

  SocietyDatabase(WorldDatabase database) {
    this.database = database;
  }

  /// Waits up to a minute for the database, migrates it, and opens the pools. Throws
  /// [WorldUnavailable] where it can't be reached in that time, and [IllegalArgumentException]
  /// where it refuses the URL, the user or the password.
  public static SocietyDatabase open(String jdbcUrl, String user, String password) {
    return new SocietyDatabase(WorldDatabase.open(LAYOUT, new Login(jdbcUrl, user, password)));
  }

  static SocietyDatabase open(Login login, Bounds bounds) {
    return new SocietyDatabase(WorldDatabase.open(LAYOUT, login, bounds));
  }

  Jdbi writes() {
    return database.writes();
  }

  Jdbi reads() {
    return database.reads();
  }

  /// Applies fixtures in one transaction, opens the books for the balances they bring, and
  /// publishes the view of every user. Does nothing, and answers false, where this very text was
  /// applied before.
  public boolean seed(String sql) {
    return database.seed(
        sql,
        handle -> {
          handle.execute("select society_open_books()");
          publishAll(handle);
        });
  }

  /// Publishes the view of every user again, with a new version; for a projection that starts from
  /// nothing.
  public void publishAll() {
    writes().useTransaction(SocietyDatabase::publishAll);
  }

  private static void publishAll(Handle handle) {
    handle
        .createQuery("select society_changed(id) from (select id from users order by id) u")
        .mapTo(Long.class)
        .list();
  }

  /// The rows of a query, on a connection that can only read; for checks from outside.
  public List<Map<String, Object>> rows(String sql) {
    return database.rows(sql);
  }

  /// Those of these ids that no user has.
  public Set<String> unknownUsers(Set<String> ids) {
    Set<String> unknown = new TreeSet<>(ids);
    rows("select id from users").forEach(row -> unknown.remove(String.valueOf(row.get("id"))));
    return unknown;
  }

  @Override
  public void close() {
    database.close();
  }
}
