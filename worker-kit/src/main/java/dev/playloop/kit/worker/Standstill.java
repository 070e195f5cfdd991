package dev.playloop.kit.worker;

import java.time.Duration;

/// Whether something that should move has stood still for longer than anything does by itself. Used
/// by one thread.
final class Standstill {
  static final Duration LONGEST = Duration.ofSeconds(10);

  private long position = -1;
  private long since;
  private boolean stands;

  /// `should`: there is something to do, and nobody is at it.
  boolean of(boolean should, long newPosition, long nowNanos) {
    if (!should || !stands || newPosition != position) {
      stands = should;
      since = nowNanos;
      position = newPosition;
    }
    return stands && nowNanos - since > LONGEST.toNanos();
  }
}
