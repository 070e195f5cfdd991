package dev.playloop.worlds.eternum.index.sql;

import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeCall;
import dev.playloop.http.EdgeLimits;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;

/// Serves an index as Torii does: `GET /sql?query=…` answers a SELECT with a JSON array of row
/// objects; whatever is refused has another status than 200 and says why in plain text. On this
/// machine only, for whoever reaches it. Owns its threads.
public final class ToriiServer implements AutoCloseable {
  /// A statement of the greatest length, encoded.
  private static final int HEAD_BYTES = 64 * 1024;

  private final HttpEdge edge;
  private final ReadOnlySql sql;
  private final String place;

  private ToriiServer(HttpEdge edge, ReadOnlySql sql, String place) {
    this.edge = edge;
    this.sql = sql;
    this.place = place;
  }

  /// Listens; port 0 takes a free one. `portSetting` is what to set where the port is taken. Throws
  /// [dev.playloop.http.CannotListen]; [IllegalStateException] where the file is no index.
  public static ToriiServer start(Path file, int port, String portSetting) {
    return start(file, SqlLimits.standard(), EdgeOptions.loopback("Torii", portSetting, port), "");
  }

  /// On a free port.
  ///
  /// @param place with what the path begins, so that only those find it who are told
  public static ToriiServer hidden(Path file, String place) {
    EdgeOptions options = EdgeOptions.loopback("the index", "its port", 0);
    return start(file, SqlLimits.standard(), options, place);
  }

  static ToriiServer start(Path file, SqlLimits limits, EdgeOptions options, String place) {
    HttpEdge edge =
        HttpEdge.bind(options.withLimits(EdgeLimits.standard().withHeaderBytes(HEAD_BYTES)));
    try {
      ReadOnlySql sql = new ReadOnlySql(file, limits, System::nanoTime);
      edge.serve(new EdgeRoutes().open("GET", place + "/sql", call -> answer(sql, call)));
      return new ToriiServer(edge, sql, place);
    } catch (SQLException e) {
      edge.close();
      throw new IllegalStateException("the index " + file + " can't be read", e);
    }
  }

  private static EdgeAnswer answer(ReadOnlySql sql, EdgeCall call) throws InterruptedException {
    try {
      return EdgeAnswer.json(200, sql.answer(SqlQueryString.statement(call.query())));
    } catch (RefusedQuery e) {
      return EdgeAnswer.text(e.status(), String.valueOf(e.getMessage()));
    }
  }

  /// Where it listens, without `/sql`.
  public URI address() {
    return place.isEmpty() ? edge.address() : edge.address().resolve(place);
  }

  @Override
  public void close() {
    edge.close();
    try {
      sql.close();
    } catch (SQLException e) {
      throw new IllegalStateException("the index can't be closed", e);
    }
  }
}
