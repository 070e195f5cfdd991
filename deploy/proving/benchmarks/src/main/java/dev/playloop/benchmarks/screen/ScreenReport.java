package dev.playloop.benchmarks.screen;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What was measured at one rate, as one JSON object.
///
/// @param what `append-to-screen`, by the entries that a list named and by the counter of all; or
///   `click-to-journal`
/// @param wanted turns a second
/// @param turnsPerSecond those that were decided
/// @param clicks null where nobody clicked
/// @param serverCpus processors that this process took: broker, workers, console and driver
/// @param browserCpus those of the browser
/// @param load of the machine over the last minute, when it was over
@RecordBuilder
record ScreenReport(
    String what,
    int agents,
    int wanted,
    long turnsPerSecond,
    long entriesPerSecond,
    @Nullable Spread named,
    @Nullable Spread counted,
    @Nullable Spread clicks,
    double serverCpus,
    double browserCpus,
    double load,
    int cores) {

  /// Milliseconds.
  record Spread(int samples, double p50, double p99, double most) {
    /// Null where there are none.
    static @Nullable Spread of(double[] values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      int n = sorted.length;
      if (n == 0) {
        return null;
      }
      int p99 = Math.min(n - 1, (int) Math.ceil(n * 0.99) - 1);
      return new Spread(n, tenths(sorted[n / 2]), tenths(sorted[p99]), tenths(sorted[n - 1]));
    }

    private static double tenths(double value) {
      return Math.round(value * 10) / 10.0;
    }
  }
}
