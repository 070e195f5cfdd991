package dev.playloop.worlds.postgres;

import dev.playloop.testkit.TestDatabase;
import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// Connections that meet a fault at the n-th step to the server: each statement, savepoint,
/// rollback and commit is a step.
public final class FaultyDatabase implements DataSource {
  private static final Set<String> STEPS =
      Set.of("execute", "executeQuery", "executeUpdate", "commit", "setSavepoint", "rollback");

  /// What happens at a step; throwing replaces the step.
  public interface Fault {
    void before(Connection connection, String step) throws SQLException;

    default void after(Connection connection, String step) throws SQLException {}
  }

  private final TestDatabase server;
  private final String schema;
  private final AtomicInteger steps = new AtomicInteger();
  private volatile int faultAt = Integer.MAX_VALUE;
  private volatile @Nullable Fault fault;

  public FaultyDatabase(TestDatabase server) {
    this(server, "public");
  }

  /// Its connections search `schema` first.
  public FaultyDatabase(TestDatabase server, String schema) {
    this.server = server;
    this.schema = schema;
  }

  /// Arms a fault at the n-th step from now, counted from 1; it strikes once.
  public void arm(int step, Fault newFault) {
    steps.set(0);
    fault = newFault;
    faultAt = step;
  }

  /// Whether the armed fault has struck.
  public boolean struck() {
    return steps.get() >= faultAt;
  }

  public void disarm() {
    faultAt = Integer.MAX_VALUE;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection real =
        DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
    real.setSchema(schema);
    return (Connection) proxy(Connection.class, real, real);
  }

  private Object proxy(Class<?> type, Object target, Connection connection) {
    InvocationHandler handler =
        (self, method, args) -> {
          boolean step = STEPS.contains(method.getName());
          Fault strikes = step && steps.incrementAndGet() == faultAt ? fault : null;
          if (strikes != null) {
            strikes.before(connection, method.getName());
          }
          Object result;
          try {
            result = method.invoke(target, args);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
          if (strikes != null) {
            strikes.after(connection, method.getName());
          }
          if (result instanceof PreparedStatement) {
            return proxy(PreparedStatement.class, result, connection);
          }
          return result instanceof Statement ? proxy(Statement.class, result, connection) : result;
        };
    return Proxy.newProxyInstance(
        FaultyDatabase.class.getClassLoader(), new Class<?>[] {type}, handler);
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("nothing is wrapped");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
