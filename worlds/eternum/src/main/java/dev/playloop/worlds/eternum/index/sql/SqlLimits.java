package dev.playloop.worlds.eternum.index.sql;

import java.time.Duration;

/// What one query may cost.
///
/// @param steps instructions of SQLite's machine
/// @param time how long it may run, and how long it may wait for its turn
/// @param answer what its answer may be
record SqlLimits(long steps, Duration time, Answer answer) {
  /// @param rows most rows
  /// @param bytes most bytes of JSON
  record Answer(int rows, int bytes) {}

  /// Two million steps in two seconds, 10,000 rows, 4 MiB.
  static SqlLimits standard() {
    return new SqlLimits(2_000_000, Duration.ofSeconds(2), new Answer(10_000, 4 << 20));
  }
}
