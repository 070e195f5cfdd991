package dev.playloop.worlds.postgres;

import java.sql.SQLException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/// SQL that somebody wrote into a file, which the database refuses. The message is the database's;
/// `line` counts from 1 in the text that was given.
public final class RefusedSql extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;

  private RefusedSql(int line, String message, SQLException cause) {
    super(message, cause);
    this.line = line;
  }

  public int line() {
    return line;
  }

  /// `statement` begins at the character `at` of `text`.
  static RefusedSql of(SQLException refused, String text, int at) {
    int place = at;
    String message = refused.getMessage();
    ServerErrorMessage server =
        refused instanceof PSQLException known ? known.getServerErrorMessage() : null;
    if (server != null) {
      place += Math.max(0, server.getPosition() - 1);
      message = server.getMessage();
    }
    long line = text.substring(0, Math.min(place, text.length())).lines().count();
    boolean fresh = place == 0 || text.charAt(Math.min(place, text.length()) - 1) == '\n';
    return new RefusedSql((int) line + (fresh ? 1 : 0), String.valueOf(message), refused);
  }
}
