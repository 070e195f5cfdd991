package dev.playloop.testkit;

import java.io.Serial;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Waits for what another thread or process does, by looking again and again, for two minutes at
/// most. A loaded machine is slow: the limit is there for what never comes, and measures nothing.
/// Looks for a quarter of the time at most, so that whatever is waited for has the rest.
public final class Await {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration BETWEEN = Duration.ofMillis(5);

  private Await() {}

  /// Returns when the condition holds.
  ///
  /// @param what what is waited for, as a report of its absence should say it
  /// @throws AssertionError which says so, when it does not hold in time
  public static void until(String what, BooleanSupplier condition) {
    look(LIMIT, condition::getAsBoolean, held -> held, held -> "waited for: " + what);
  }

  /// The first value that fits.
  ///
  /// @throws AssertionError which shows the last one, when none does in time
  public static <T> T until(Supplier<T> look, Predicate<T> fits) {
    return until(LIMIT, look, fits);
  }

  /// As [#until(Supplier, Predicate)], for what takes some processes minutes.
  public static <T> T until(Duration limit, Supplier<T> look, Predicate<T> fits) {
    return look(limit, look, fits, last -> "the last was: " + last);
  }

  private static <T> T look(
      Duration limit, Supplier<T> look, Predicate<T> fits, Function<T, String> failure) {
    long end = System.nanoTime() + limit.toNanos();
    while (true) {
      long began = System.nanoTime();
      T found = look.get();
      if (fits.test(found)) {
        return found;
      }
      long now = System.nanoTime();
      if (now > end) {
        throw new InVain("waited " + limit.toSeconds() + " s in vain, " + failure.apply(found));
      }
      LockSupport.parkNanos(Math.max(BETWEEN.toNanos(), 3 * (now - began)));
    }
  }

  /// What was waited for did not come.
  static final class InVain extends AssertionError {
    @Serial private static final long serialVersionUID = 1L;

    InVain(String message) {
      super(message);
    }
  }
}
