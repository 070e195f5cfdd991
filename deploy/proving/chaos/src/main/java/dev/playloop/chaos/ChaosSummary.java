package dev.playloop.chaos;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// All histories of a run added up. Every count of what went wrong must be 0; `callsInDoubt`,
/// `abandoned` and `hostile` say what was met.
///
/// @param kinds how many faults of each kind
/// @param worlds how many effects in each world
/// @param recovery null where it was not measured
public record ChaosSummary(
    long histories,
    long faults,
    long lost,
    long duplicates,
    long repaid,
    long callsInDoubt,
    long abandoned,
    long orderViolations,
    long overspend,
    long auditFailures,
    long deadLetters,
    long hostile,
    long untold,
    long late,
    long untrue,
    long crashes,
    long broken,
    long seed,
    long triggers,
    long calls,
    long effects,
    long millis,
    Map<String, Long> kinds,
    Map<String, Long> worlds,
    @Nullable RecoveryTimes recovery) {

  static ChaosSummary of(
      long seed, Collection<HistoryReport> reports, long millis, @Nullable RecoveryTimes recovery) {
    Map<String, Long> kinds = new TreeMap<>();
    reports.forEach(report -> report.kinds().forEach((kind, n) -> kinds.merge(kind, n, Long::sum)));
    Map<String, Long> worlds = new TreeMap<>();
    reports.forEach(
        report -> report.worlds().forEach((world, n) -> worlds.merge(world, n, Long::sum)));
    return new ChaosSummary(
        reports.size(),
        sum(reports, HistoryReport::faults),
        sum(reports, HistoryReport::lost),
        sum(reports, HistoryReport::duplicates),
        sum(reports, HistoryReport::repaid),
        sum(reports, HistoryReport::callsInDoubt),
        sum(reports, HistoryReport::abandoned),
        sum(reports, HistoryReport::orderViolations),
        sum(reports, HistoryReport::overspend),
        sum(reports, HistoryReport::auditFailures),
        sum(reports, HistoryReport::deadLetters),
        sum(reports, HistoryReport::hostile),
        sum(reports, HistoryReport::untold),
        sum(reports, HistoryReport::late),
        sum(reports, HistoryReport::untrue),
        sum(reports, HistoryReport::crashes),
        sum(reports, report -> report.holds() ? 0 : 1),
        seed,
        sum(reports, HistoryReport::triggers),
        sum(reports, HistoryReport::calls),
        sum(reports, HistoryReport::effects),
        millis,
        kinds,
        worlds,
        recovery);
  }

  /// Whether every history kept every promise.
  public boolean holds() {
    return broken == 0;
  }

  /// For people.
  public String table() {
    String times = recovery == null ? "" : "\n" + recovery.table();
    String counts =
        String.format(
            Locale.ROOT,
            """
            histories         %,8d   (%d broken), in %.0f s
            faults            %,8d   %s
            triggers          %,8d   LLM calls %,d, effects %,d %s
            lost              %,8d
            duplicates        %,8d
            paid again        %,8d
            calls in doubt    %,8d   of these %,d abandoned before they were answered
            order violations  %,8d
            overspend         %,8d
            audit failures    %,8d
            dead letters      %,8d   of good records
            untold            %,8d   of %,d bad records
            begun too late    %,8d
            untrue results    %,8d
            workers that died %,8d   by themselves\
            """,
            histories,
            broken,
            millis / 1_000.0,
            faults,
            kinds,
            triggers,
            calls,
            effects,
            worlds,
            lost,
            duplicates,
            repaid,
            callsInDoubt,
            abandoned,
            orderViolations,
            overspend,
            auditFailures,
            deadLetters,
            untold,
            hostile,
            late,
            untrue,
            crashes);
    return counts + times;
  }

  private static long sum(Collection<HistoryReport> reports, ToLongFunction<HistoryReport> value) {
    return reports.stream().mapToLong(value).sum();
  }
}
