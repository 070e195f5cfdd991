package dev.playloop.chaos;

import java.util.Locale;

/// What came of a system whose roles were scaled up and down.
///
/// @param steps how often the number of processes was changed
/// @param longestPauseMillis of any agent that had work
public record ScaleReport(int steps, long longestPauseMillis, HistoryReport history) {
  public boolean holds() {
    return history.holds();
  }

  /// For people.
  public String table() {
    StringBuilder table =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%d steps between 1 and 4 processes of each role, in %.0f s: %,d triggers, %,d calls,"
                    + " %,d effects; lost %d, twice %d, paid again %d; longest pause of any agent"
                    + " %,d ms",
                steps,
                history.millis() / 1e3,
                history.triggers(),
                history.calls(),
                history.effects(),
                history.lost(),
                history.duplicates(),
                history.repaid(),
                longestPauseMillis));
    history.violations().forEach(violation -> table.append("\n  ").append(violation));
    return table.toString();
  }
}
