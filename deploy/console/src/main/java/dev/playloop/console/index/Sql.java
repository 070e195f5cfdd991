package dev.playloop.console.index;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// Statements on one connection to the index. What comes from outside is always bound, never a part
/// of a statement. Used by one thread at a time; throws [BrokenIndex].
final class Sql {
  private static final int KEPT = 64;

  /// A part of what was to be read is not there.
  private static final int SHORT_READ = 522;

  private final Connection connection;
  private final AtomicBoolean torn;

  /// The statements that were used last: to prepare one costs more than to run it.
  private final Map<String, PreparedStatement> prepared =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PreparedStatement> eldest) {
          if (size() <= KEPT) {
            return false;
          }
          try {
            eldest.getValue().close();
          } catch (SQLException e) {
            throw new BrokenIndex("a statement can't be closed", e);
          }
          return true;
        }
      };

  Sql(Connection connection) {
    this(connection, new AtomicBoolean());
  }

  /// @param torn is set where the file is of no use any more
  Sql(Connection connection, AtomicBoolean torn) {
    this.connection = connection;
    this.torn = torn;
  }

  private BrokenIndex broken(String what, SQLException e) {
    if (isTorn(e)) {
      torn.set(true);
    }
    return new BrokenIndex(what, e);
  }

  /// Whether the file is no database any more, or a torn one, or another one; and not only its disk
  /// full.
  private static boolean isTorn(SQLException e) {
    int code = e instanceof SQLiteException own ? own.getResultCode().code : 0;
    int first = code & 0xff;
    return first == SQLiteErrorCode.SQLITE_CORRUPT.code
        || first == SQLiteErrorCode.SQLITE_NOTADB.code
        || code == SHORT_READ
        || String.valueOf(e.getMessage()).contains("no such table");
  }

  Connection connection() {
    return connection;
  }

  private PreparedStatement prepared(String statement) throws SQLException {
    PreparedStatement known = prepared.get(statement);
    if (known == null) {
      known = connection.prepareStatement(statement);
      prepared.put(statement, known);
    }
    return known;
  }

  /// Makes a value of one row.
  @FunctionalInterface
  interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  <T> List<T> list(String statement, List<? extends @Nullable Object> values, Row<T> row) {
    try {
      PreparedStatement prepared = prepared(statement);
      bind(prepared, values);
      List<T> all = new ArrayList<>();
      try (ResultSet rows = prepared.executeQuery()) {
        while (rows.next()) {
          all.add(row.of(rows));
        }
      }
      return all;
    } catch (SQLException e) {
      throw broken("the index does not answer", e);
    }
  }

  /// The first row's value; null where there is no row.
  <T> @Nullable T one(String statement, List<? extends @Nullable Object> values, Row<T> row) {
    List<T> all = list(statement, values, row);
    return all.isEmpty() ? null : all.getFirst();
  }

  /// A whole number; 0 where there is no row, or nothing in it.
  long number(String statement, Object... values) {
    Long found = one(statement, List.of(values), row -> row.getLong(1));
    return found == null ? 0 : found;
  }

  /// Changes rows; returns how many.
  int change(String statement, @Nullable Object... values) {
    try {
      PreparedStatement prepared = prepared(statement);
      for (int i = 0; i < values.length; i++) {
        prepared.setObject(i + 1, values[i]);
      }
      return prepared.executeUpdate();
    } catch (SQLException e) {
      throw broken("the index can't be written", e);
    }
  }

  static void bind(PreparedStatement statement, List<? extends @Nullable Object> values)
      throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, values.get(i));
    }
  }

  /// A number that may be missing.
  static @Nullable Long number(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }
}
