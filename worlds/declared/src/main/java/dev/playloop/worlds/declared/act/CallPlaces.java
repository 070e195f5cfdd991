package dev.playloop.worlds.declared.act;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// The places of one world's calls, which are had in the order in which they are asked for. Who
/// waits, waits on as long as calls end: a crowd before a game that works is no outage. Safe for
/// all threads.
final class CallPlaces {
  private final Semaphore free;
  private final long patience;
  private final LongSupplier nanos;

  /// When a call ended last, or the first could have begun.
  private volatile long ended;

  /// `patience`: for how long nothing may end before those who wait give up.
  CallPlaces(int number, Duration patience, LongSupplier nanos) {
    this.free = new Semaphore(number, true);
    this.patience = patience.toNanos();
    this.nanos = nanos;
    this.ended = nanos.getAsLong();
  }

  /// False where no place came free, and no call ended for the time of patience.
  boolean take() throws InterruptedException {
    while (!free.tryAcquire(patience, TimeUnit.NANOSECONDS)) {
      if (nanos.getAsLong() - ended >= patience) {
        return false;
      }
    }
    return true;
  }

  void give() {
    ended = nanos.getAsLong();
    free.release();
  }
}
