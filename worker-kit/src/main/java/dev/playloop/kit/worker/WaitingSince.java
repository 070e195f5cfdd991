package dev.playloop.kit.worker;

/// When the oldest records were sent that were fetched and are not begun, in milliseconds of the
/// wall clock: `room` of those that wait because something is full, `order` of those that wait
/// behind an earlier record of their key. More processes help the first alone. Immutable.
record WaitingSince(long room, long order) {
  /// None waits.
  static final long NONE = Long.MAX_VALUE;

  static final WaitingSince NOTHING = new WaitingSince(NONE, NONE);

  WaitingSince and(WaitingSince other) {
    return new WaitingSince(Math.min(room, other.room), Math.min(order, other.order));
  }

  /// So long ago; 0 where none waits, and where its sender's clock is ahead.
  static double seconds(long since, long nowMillis) {
    return since == NONE ? 0 : Math.max(0, nowMillis - since) / 1e3;
  }
}
