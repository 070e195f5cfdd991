package dev.playloop.worlds.eternum.index.sql;

/// A query that is not answered, and why, in words for who asked.
final class RefusedQuery extends RuntimeException {
  private static final long serialVersionUID = 1L;

  static final int BAD_REQUEST = 400;
  static final int TOO_LARGE = 413;
  static final int BUSY = 503;

  private final int status;

  RefusedQuery(int status, String message) {
    super(message);
    this.status = status;
  }

  static RefusedQuery because(String message) {
    return new RefusedQuery(BAD_REQUEST, message);
  }

  /// As HTTP has it.
  int status() {
    return status;
  }
}
