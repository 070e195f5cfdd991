package dev.playloop.testkit;

import java.sql.DriverManager;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Where brokers and databases come from. One a JVM and kind, closed with it.
sealed interface Servers extends AutoCloseable permits EmbeddedServers, ContainerServers {
  /// A running broker without topics.
  interface Broker extends AutoCloseable {
    String bootstrapServers();

    @Override
    void close();
  }

  /// A new broker at each call, the caller's to close.
  Broker startBroker();

  /// One for all test classes of this JVM.
  Broker sharedBroker();

  /// Creates a database of that name, empty (null) or as another is that nobody is connected to.
  /// The server starts with the first one.
  TestDatabase database(String name, @Nullable String like);

  /// With versions, for the line that says what was used.
  String describe();

  @Override
  void close();

  /// Creates a database beside the one of `server`.
  static TestDatabase create(TestDatabase server, String name, @Nullable String like) {
    try (var connection =
            DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
        var statement = connection.createStatement()) {
      statement.execute("create database " + name + (like == null ? "" : " template " + like));
    } catch (SQLException e) {
      throw new IllegalStateException("no database " + name + " at " + server.jdbcUrl(), e);
    }
    String url = server.jdbcUrl();
    int options = url.indexOf('?') < 0 ? url.length() : url.indexOf('?');
    return new TestDatabase(
        url.substring(0, url.lastIndexOf('/', options) + 1) + name,
        server.user(),
        server.password());
  }
}
