package dev.playloop.launcher;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Waits for a condition, at most a minute, by looking again and again.
public final class Await {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration BETWEEN = Duration.ofMillis(50);

  private Await() {}

  /// The first value that fits; the last one looked at where none does in time.
  public static <T> T until(Supplier<T> look, Predicate<T> fits) {
    long end = System.nanoTime() + LIMIT.toNanos();
    T found = look.get();
    while (!fits.test(found) && System.nanoTime() < end) {
      LockSupport.parkNanos(BETWEEN.toNanos());
      found = look.get();
    }
    return found;
  }
}
