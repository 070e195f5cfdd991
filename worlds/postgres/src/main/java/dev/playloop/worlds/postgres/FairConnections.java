package dev.playloop.worlds.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.ConnectionFactory;

/// Gives out the connections of a pool in the order in which they were asked for. The pool itself
/// does not: a thread that gives one back and asks again has it before one that waits wakes up, so
/// with more writers than connections some wait for seconds.
///
/// Thread-safe. At most `size` connections are out, and who waits longer than `patience` gets an
/// [SQLTransientConnectionException].
final class FairConnections implements ConnectionFactory {
  private final ConnectionFactory pool;
  private final int size;
  private final Duration patience;
  private final Semaphore free;

  FairConnections(ConnectionFactory pool, int size, Duration patience) {
    this.pool = pool;
    this.size = size;
    this.patience = patience;
    this.free = new Semaphore(size, true);
  }

  @Override
  public Connection openConnection() throws SQLException {
    await();
    boolean opened = false;
    try {
      Connection connection = pool.openConnection();
      opened = true;
      return connection;
    } finally {
      if (!opened) {
        free.release();
      }
    }
  }

  private void await() throws SQLException {
    boolean acquired;
    try {
      acquired = free.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLTransientConnectionException("interrupted while waiting for a connection", e);
    }
    if (!acquired) {
      throw new SQLTransientConnectionException(
          "none of the "
              + size
              + " connections came free within "
              + patience.toMillis()
              + " ms; "
              + free.getQueueLength()
              + " others wait");
    }
  }

  @Override
  public void closeConnection(Connection connection) throws SQLException {
    try {
      pool.closeConnection(connection);
    } finally {
      free.release();
    }
  }

  /// How many wait for a connection; an estimate.
  int waiting() {
    return free.getQueueLength();
  }
}
