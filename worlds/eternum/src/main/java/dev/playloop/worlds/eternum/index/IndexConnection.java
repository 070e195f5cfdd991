package dev.playloop.worlds.eternum.index;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The one connection that writes an index, with its statements prepared once. Transactions are
/// begun and ended by whoever uses it; one thread at a time.
final class IndexConnection implements AutoCloseable {
  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  IndexConnection(Connection connection) {
    this.connection = connection;
  }

  /// Reads a row.
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /// Work that is done as a whole or not at all.
  interface Transaction {
    /// Whether it shall be kept.
    boolean run() throws SQLException, InterruptedException;
  }

  /// Commits what `work` did where it returns true, and undoes it where it does not, or throws.
  boolean inTransaction(Transaction work) throws SQLException, InterruptedException {
    connection.setAutoCommit(false);
    boolean kept = false;
    try {
      kept = work.run();
      if (kept) {
        connection.commit();
      }
      return kept;
    } finally {
      if (!kept) {
        connection.rollback();
      }
      connection.setAutoCommit(true);
    }
  }

  void script(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  int update(String sql, Object... values) throws SQLException {
    return bound(sql, List.of(values)).executeUpdate();
  }

  int update(String sql, List<Object> values) throws SQLException {
    return bound(sql, values).executeUpdate();
  }

  <T> List<T> rows(RowReader<T> reader, String sql, Object... values) throws SQLException {
    List<T> all = new ArrayList<>();
    try (ResultSet rows = bound(sql, List.of(values)).executeQuery()) {
      while (rows.next()) {
        all.add(reader.read(rows));
      }
    }
    return all;
  }

  private PreparedStatement bound(String sql, List<Object> values) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    for (int i = 0; i < values.size(); i++) {
      switch (values.get(i)) {
        case Long number -> statement.setLong(i + 1, number);
        case String text -> statement.setString(i + 1, text);
        case Object other -> throw new IllegalArgumentException("no value of a row: " + other);
      }
    }
    return statement;
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement each : prepared.values()) {
      each.close();
    }
    connection.close();
  }
}
