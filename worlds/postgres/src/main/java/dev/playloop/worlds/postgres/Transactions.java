package dev.playloop.worlds.postgres;

import dev.playloop.schemas.id.ActionId;
import dev.playloop.worlds.model.WorldUnavailable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/// Runs the transactions of a world's actions and says what their failures mean. Thread-safe.
public final class Transactions {
  private static final int MAX_CONFLICTS = 3;
  private static final long CONFLICT_PAUSE_NANOS = 5_000_000;

  private final String world;

  public Transactions(String world) {
    this.world = world;
  }

  /// One try of it; what it throws beside the database's failures goes on untouched.
  @FunctionalInterface
  public interface Transaction<T, X extends Exception> {
    T run() throws X;
  }

  /// What an answer can be that the database itself gave: a value it can't hold, or a constraint.
  public interface Refusals<T> {
    T badValue();

    T constraint();

    /// The same answers, said in another type.
    default <U> Refusals<U> as(Function<T, U> said) {
      return new Refusals<>() {
        @Override
        public U badValue() {
          return said.apply(Refusals.this.badValue());
        }

        @Override
        public U constraint() {
          return said.apply(Refusals.this.constraint());
        }
      };
    }
  }

  /// Runs one transaction, again after a conflict with another one. Every failure rolls back. One
  /// at commit is in doubt: it may have committed and only its answer be lost. That is an outage
  /// too ([WorldUnavailable]), for the caller comes back with the same action id, and if the row is
  /// there it answers.
  public <T, X extends Exception> T run(
      ActionId action, Transaction<T, X> transaction, Refusals<T> refusals) throws X {
    for (int conflicts = 0; ; conflicts++) {
      try {
        return transaction.run();
      } catch (JdbiException e) {
        switch (SqlTrouble.of(e)) {
          case CONFLICT -> {
            if (conflicts >= MAX_CONFLICTS) {
              throw new WorldUnavailable("the " + world + " is too busy for " + action, e);
            }
            LockSupport.parkNanos(CONFLICT_PAUSE_NANOS << conflicts);
          }
          case OUTAGE -> throw new WorldUnavailable("the database of " + world + " is away", e);
          case VALUE -> {
            return refusals.badValue();
          }
          case CONSTRAINT -> {
            return refusals.constraint();
          }
          case BUG -> throw e;
        }
      }
    }
  }

  /// Runs a transaction that is rolled back in any case. Where it fails, its own failure counts,
  /// not that of the rollback on a connection that is gone.
  public static <T> T undone(Jdbi jdbi, Function<Handle, T> transaction) {
    return jdbi.withHandle(handle -> {
      handle.begin();
      T answer;
      try {
        answer = transaction.apply(handle);
      } catch (RuntimeException failure) {
        rollback(handle, failure);
        throw failure;
      }
      handle.rollback();
      return answer;
    });
  }

  private static void rollback(Handle handle, RuntimeException failure) {
    try {
      handle.rollback();
    } catch (JdbiException e) {
      failure.addSuppressed(e);
    }
  }
}
