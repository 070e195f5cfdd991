package dev.playloop.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Waits for what another thread or process does, by looking again and again, for two minutes at
/// most. A loaded machine is slow: the limit is there for what never comes, and measures nothing.
public final class Await {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration BETWEEN = Duration.ofMillis(5);

  private Await() {}

  /// Returns when the condition holds.
  ///
  /// @param what what is waited for, as a report of its absence should say it
  /// @throws AssertionError which says so, when it does not hold in time
  public static void until(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited " + LIMIT.toSeconds() + " s in vain for: " + what);
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }

  /// The first value that fits; where none does in time the last one, for the caller to refuse with
  /// all that it knows.
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
