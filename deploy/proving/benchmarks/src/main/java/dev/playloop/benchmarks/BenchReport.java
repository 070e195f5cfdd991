package dev.playloop.benchmarks;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What was measured; null where its phase was left out. One JSON object with these names.
///
/// @param overheadMsP50 time of a run of 3 turns with one agent and no latency, divided by 3
/// @param turnsPerSecond model and world in process
/// @param turnsPerSecondWire model and effects over HTTP, no latency
/// @param bytesPerTurn3 log bytes of our topics and changelogs without `turns`, at runs of 3 turns
/// @param bookkeepingBytesPerTurn bytes of `__transaction_state` and `__consumer_offsets` beside it
/// @param turnsBytesPerTurn3 bytes of the short-lived `turns` beside it
/// @param cpuSecondsPer1000Turns of this process, broker included, at the load over the wire
/// @param peakRssMb the highest resident set of this process, broker and driver included
/// @param ceilingPercent1s with a model of 1 s: turns a second, of as many as there are agents
/// @param reasonerBacklogPercent of the ceiling of one reasoner with 1,000 calls of 1 s in flight
/// @param loadAverageBefore the machine's load before the first phase, to tell whether it was busy
@RecordBuilder
public record BenchReport(
    @Nullable Double overheadMsP50,
    @Nullable Double overheadMsP99,
    @Nullable Long turnsPerSecond,
    @Nullable Long turnsPerSecondWire,
    @Nullable Long turnsPerSecondWire100ms,
    @Nullable Long bytesPerTurn3,
    @Nullable Long bytesPerTurn50,
    @Nullable Long bookkeepingBytesPerTurn,
    @Nullable Long turnsBytesPerTurn3,
    @Nullable Long turnsBytesPerTurn50,
    @Nullable Double cpuSecondsPer1000Turns,
    @Nullable Double cpuSecondsPer1000TurnsBare,
    @Nullable Double cpuSecondsPer1000TurnsSingle,
    @Nullable Long peakRssMb,
    @Nullable Double ceilingPercent1s,
    @Nullable Double reasonerBacklogPercent,
    int agents,
    int cores,
    double loadAverageBefore,
    long seconds) {

  /// A table for people.
  public String table() {
    List<String> lines = new ArrayList<>();
    row(lines, "one agent, a turn, p50", overheadMsP50, "ms", "30 or less");
    row(lines, "one agent, a turn, p99", overheadMsP99, "ms", "90 or less");
    row(lines, "turns/s, bare", turnsPerSecond, "", "2500 or more");
    row(lines, "turns/s, over the wire", turnsPerSecondWire, "", "1800 or more");
    row(lines, "turns/s, over the wire, model of 100 ms", turnsPerSecondWire100ms, "", "");
    row(lines, "of the ceiling, model of 1 s", ceilingPercent1s, "%", "75 or more");
    row(
        lines,
        "of the ceiling, one reasoner from a backlog",
        reasonerBacklogPercent,
        "%",
        "95 or more");
    row(
        lines,
        "CPU seconds per 1,000 turns, over the wire",
        cpuSecondsPer1000Turns,
        "s",
        "1.0 or less");
    row(lines, "CPU seconds per 1,000 turns, bare", cpuSecondsPer1000TurnsBare, "s", "");
    row(lines, "CPU seconds per 1,000 turns, one agent", cpuSecondsPer1000TurnsSingle, "s", "");
    row(lines, "log bytes a turn, runs of 3", bytesPerTurn3, "B", "");
    row(lines, "log bytes a turn, runs of 50", bytesPerTurn50, "B", "1.2 times that or less");
    row(lines, "bookkeeping bytes a turn", bookkeepingBytesPerTurn, "B", "");
    row(lines, "turns topic, bytes a turn, runs of 3", turnsBytesPerTurn3, "B", "");
    row(lines, "turns topic, bytes a turn, runs of 50", turnsBytesPerTurn50, "B", "");
    row(lines, "peak resident set", peakRssMb, "MB", "1200 or less");
    lines.add(
        "%d agents, %d cores, load average %.1f before the start, %d s"
            .formatted(agents, cores, loadAverageBefore, seconds));
    return String.join(System.lineSeparator(), lines);
  }

  private static void row(
      List<String> lines, String what, @Nullable Number value, String unit, String target) {
    if (value != null) {
      String shown =
          value instanceof Double d ? String.format(Locale.ROOT, "%.2f", d) : value.toString();
      lines.add(
          "%-46s %12s %-3s %s"
              .formatted(what, shown, unit, target.isEmpty() ? "" : "(to reach: " + target + ")"));
    }
  }
}
