package dev.playloop.projector.steady;

import java.time.Duration;
import java.util.function.LongSupplier;

/// How long a thread of Streams waits for records: as long as it wants to while there is something
/// to do, and several times as long once nothing has come for a while. A thread that asks a hundred
/// times a second for what does not come takes one to two hundredths of a core. A record ends any
/// wait at once; what may be late by a longer one are deadlines of agents that all sleep. Owned by
/// one thread.
final class IdleWait {
  private static final long QUIET_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int TIMES = 5;

  private final LongSupplier nanos;
  private long heard;

  IdleWait(LongSupplier nanos) {
    this.nanos = nanos;
    this.heard = nanos.getAsLong();
  }

  /// Something came.
  void heard() {
    heard = nanos.getAsLong();
  }

  /// How long to wait instead of so long.
  Duration of(Duration wanted) {
    return nanos.getAsLong() - heard < QUIET_NANOS ? wanted : wanted.multipliedBy(TIMES);
  }
}
