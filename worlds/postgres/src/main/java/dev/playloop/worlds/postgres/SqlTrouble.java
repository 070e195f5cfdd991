package dev.playloop.worlds.postgres;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/// What a failure of the database means, by its SQLState (PostgreSQL, appendix A).
public enum SqlTrouble {
  /// It can't be reached, is starting or stopping, is out of connections, or took too long.
  OUTAGE,
  /// Another transaction came in between; the same transaction again is right.
  CONFLICT,
  /// A value it can't hold, such as text with a zero byte.
  VALUE,
  /// A constraint held. The actions refuse before that, so the fixtures or another writer of the
  /// database broke a rule they rely on.
  CONSTRAINT,
  /// Anything else: our own mistake.
  BUG;

  public static SqlTrouble of(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof SQLTransientConnectionException
          || t instanceof SQLNonTransientConnectionException) {
        return OUTAGE;
      }
      if (t instanceof SQLException sql) {
        return of(sql.getSQLState());
      }
    }
    return BUG;
  }

  private static SqlTrouble of(@Nullable String state) {
    if (state == null) {
      return BUG;
    }
    return switch (state) {
      case "40001", "40P01" -> CONFLICT;
      // lock and statement timeouts, and an idle transaction that was ended
      case "55P03", "57014", "25P03" -> OUTAGE;
      default ->
          switch (state.substring(0, Math.min(2, state.length()))) {
            // connection, resources, operator intervention, system error
            case "08", "53", "57", "58" -> OUTAGE;
            case "22" -> VALUE;
            case "23" -> CONSTRAINT;
            default -> BUG;
          };
    };
  }
}
