package dev.playloop.worlds.eternum.index.sql;

import dev.playloop.schemas.json.Json;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.sqlite.ProgressHandler;
import tools.jackson.core.JsonGenerator;

/// Answers one SELECT at a time and connection with a JSON array of row objects, within
/// [SqlLimits]. Can't write. Safe for all threads.
final class ReadOnlySql implements AutoCloseable {
  /// How many steps SQLite takes between two looks at the limits.
  private static final int STEPS = 1_000;

  private final ReadingConnections connections;
  private final SqlLimits limits;
  private final LongSupplier nanos;

  ReadOnlySql(Path file, SqlLimits limits, LongSupplier nanos) throws SQLException {
    this.connections = new ReadingConnections(file);
    this.limits = limits;
    this.nanos = nanos;
  }

  /// The answer as UTF-8 JSON. Throws [RefusedQuery].
  byte[] answer(String sql) throws InterruptedException {
    SelectOnly.check(sql);
    return unchecked(sql);
  }

  /// As [#answer], with the inner door alone.
  byte[] unchecked(String sql) throws InterruptedException {
    Connection connection = connections.take(limits.time());
    if (connection == null) {
      throw new RefusedQuery(RefusedQuery.BUSY, "too many queries at once");
    }
    try {
      return bounded(connection, sql);
    } finally {
      connections.giveBack(connection);
    }
  }

  private byte[] bounded(Connection connection, String sql) {
    Meter meter = new Meter();
    try {
      ProgressHandler.setHandler(connection, STEPS, meter);
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        return json(rows);
      } finally {
        ProgressHandler.clearHandler(connection);
      }
    } catch (SQLException e) {
      String stopped = meter.stopped;
      throw RefusedQuery.because(stopped == null ? "SQLite says: " + e.getMessage() : stopped);
    }
  }

  private byte[] json(ResultSet rows) throws SQLException {
    List<String> names = names(rows.getMetaData());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int count = 0;
    try (JsonGenerator json = Json.LOG.createGenerator(out)) {
      json.writeStartArray();
      while (rows.next()) {
        if (++count > limits.answer().rows()) {
          throw tooLarge(limits.answer().rows() + " rows");
        }
        json.writeStartObject();
        for (int i = 0; i < names.size(); i++) {
          json.writeName(names.get(i));
          value(json, rows.getObject(i + 1));
        }
        json.writeEndObject();
        json.flush();
        if (out.size() > limits.answer().bytes()) {
          throw tooLarge(limits.answer().bytes() + " bytes");
        }
      }
      json.writeEndArray();
    }
    return Json.mended(out.toByteArray());
  }

  private static RefusedQuery tooLarge(String most) {
    return new RefusedQuery(RefusedQuery.TOO_LARGE, "an answer has at most " + most);
  }

  private static List<String> names(ResultSetMetaData columns) throws SQLException {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      String name = columns.getColumnLabel(i);
      if (names.contains(name)) {
        throw RefusedQuery.because("two columns are named '" + name + "'; name one AS another");
      }
      names.add(name);
    }
    return names;
  }

  private static void value(JsonGenerator json, @Nullable Object value) {
    switch (value) {
      case null -> json.writeNull();
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case Double number when Double.isFinite(number) -> json.writeNumber(number);
      case byte[] bytes -> json.writeString("0x" + HexFormat.of().formatHex(bytes));
      default -> json.writeString(value.toString());
    }
  }

  @Override
  public void close() throws SQLException {
    connections.close();
  }

  /// Counts what a query takes, on the thread that runs it, and says why it was stopped.
  private final class Meter extends ProgressHandler {
    private final long end = nanos.getAsLong() + limits.time().toNanos();
    private long steps;
    private @Nullable String stopped;

    @Override
    protected int progress() {
      steps += STEPS;
      if (steps > limits.steps()) {
        stopped = "the query took more than " + limits.steps() + " steps";
      } else if (nanos.getAsLong() - end > 0) {
        stopped = "the query took more than " + limits.time().toMillis() + " ms";
      }
      return stopped == null ? 0 : 1;
    }
  }
}
