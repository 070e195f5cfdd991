package dev.playloop.worlds.eternum.index.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

/// Connections to one SQLite file that can't write it: opened read-only, without other files beside
/// it, and with bounded values. A fixed number of them, so that as many queries run at once.
final class ReadingConnections implements AutoCloseable {
  private static final int COUNT = 4;

  /// Bytes of one value or row. The widest row of ours has some 8 KB.
  private static final int LENGTH = 32 * 1024;

  private static final int EXPRESSION_DEPTH = 100;
  private static final int COMPOUND = 50;

  private final List<Connection> all = new ArrayList<>();
  private final BlockingQueue<Connection> free = new ArrayBlockingQueue<>(COUNT);

  ReadingConnections(Path file) throws SQLException {
    try {
      for (int i = 0; i < COUNT; i++) {
        Connection opened = open(file);
        all.add(opened);
        free.add(opened);
      }
    } catch (SQLException e) {
      close();
      throw e;
    }
  }

  private static Connection open(Path file) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.enableLoadExtension(false);
    Connection opened =
        DriverManager.getConnection("jdbc:sqlite:" + file.toUri(), config.toProperties());
    SQLiteConnection bounded = opened.unwrap(SQLiteConnection.class);
    bounded.setLimit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
    bounded.setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, LENGTH);
    bounded.setLimit(SQLiteLimits.SQLITE_LIMIT_SQL_LENGTH, LENGTH);
    bounded.setLimit(SQLiteLimits.SQLITE_LIMIT_EXPR_DEPTH, EXPRESSION_DEPTH);
    bounded.setLimit(SQLiteLimits.SQLITE_LIMIT_COMPOUND_SELECT, COMPOUND);
    return opened;
  }

  /// One for the caller alone, who gives it back; null where none came free in time.
  @Nullable Connection take(Duration wait) throws InterruptedException {
    return free.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
  }

  void giveBack(Connection taken) {
    free.add(taken);
  }

  @Override
  public void close() throws SQLException {
    for (Connection each : all) {
      each.close();
    }
  }
}
