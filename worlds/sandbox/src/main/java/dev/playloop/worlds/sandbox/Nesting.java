package dev.playloop.worlds.sandbox;

/// Where a run stands: how deep, and when its time is over. Bound while a host method answers, so
/// that a run which that method starts knows the one around it.
///
/// @param depth runs around it
/// @param deadline of [System#nanoTime]
record Nesting(int depth, long deadline) {
  static final ScopedValue<Nesting> AROUND = ScopedValue.newInstance();

  /// The time that is left, at least 0.
  long nanosLeft() {
    return Math.max(0, deadline - System.nanoTime());
  }
}
