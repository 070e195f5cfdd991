package dev.playloop.chaos;

import dev.playloop.chaos.check.EffectLog;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.check.Violation;
import dev.playloop.chaos.check.Violation.Kind;
import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.eternum.model.EternumWorld;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What came of one history, as it is printed.
///
/// @param callsInDoubt LLM calls whose answer never came on the log: their worker died with it
/// @param abandoned those of them whose caller was gone before the answer was written
/// @param kinds how many faults of each kind
/// @param hostile records that had to become dead letters
/// @param untold those that did not, or twice; bad events that were not refused; full disks that no
///   line named
/// @param worlds how many effects in each world
/// @param violations in words
@RecordBuilder
public record HistoryReport(
    long seed,
    boolean named,
    int faults,
    int triggers,
    int calls,
    int effects,
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
    long millis,
    Map<String, Long> kinds,
    Map<String, Long> worlds,
    List<String> violations)
    implements HistoryReportBuilder.With {
  static HistoryReport of(
      long seed, boolean named, List<Fault> faults, Facts facts, List<Violation> violations) {
    int calls = facts.calls().values().stream().mapToInt(List::size).sum();
    long unanswered =
        facts.calls().values().stream()
            .flatMap(List::stream)
            .filter(call -> !call.answered())
            .count();
    List<String> words =
        violations.stream().map(violation -> violation.kind() + ": " + violation.detail()).toList();
    return HistoryReportBuilder.builder()
        .seed(seed)
        .named(named)
        .faults(faults.size())
        .triggers(facts.triggers().size())
        .calls(calls)
        .effects(facts.effects().size() + facts.deeds().size())
        .lost(count(violations, Kind.LOST))
        .duplicates(count(violations, Kind.DUPLICATE))
        .repaid(count(violations, Kind.REPAID))
        .callsInDoubt(Math.max(0, calls - facts.answers().size()))
        .abandoned(unanswered)
        .orderViolations(count(violations, Kind.ORDER))
        .overspend(count(violations, Kind.OVERSPEND))
        .auditFailures(count(violations, Kind.AUDIT))
        .deadLetters(count(violations, Kind.DEAD_LETTER))
        .hostile(facts.hostile().size())
        .untold(count(violations, Kind.UNTOLD))
        .late(count(violations, Kind.LATE))
        .untrue(count(violations, Kind.UNTRUE))
        .crashes(count(violations, Kind.CRASH))
        .kinds(
            new TreeMap<>(
                faults.stream().collect(Collectors.groupingBy(Fault::kind, Collectors.counting()))))
        .worlds(worlds(facts))
        .violations(words)
        .build();
  }

  HistoryReport took(long nanos) {
    return with().millis(nanos / 1_000_000).build();
  }

  /// This report of a history whose time was up before all of its triggers had ended.
  HistoryReport notDrained() {
    List<String> words = new ArrayList<>(violations);
    words.add("not all triggers had ended when time was up");
    return with().violations(words).build();
  }

  /// Of a history that could not be run to its end.
  static HistoryReport notRun(long seed, RuntimeException why) {
    return HistoryReportBuilder.builder()
        .seed(seed)
        .named(Math.floorMod(seed, 2) == 0)
        .kinds(Map.of())
        .worlds(Map.of())
        .violations(List.of("not run to its end: " + why))
        .build();
  }

  private static Map<String, Long> worlds(Facts facts) {
    Map<String, Long> worlds =
        Stream.concat(
                facts.effects().stream().map(EffectLog.Effect::action),
                facts.deeds().stream().map(Facts.Deed::action))
            .collect(
                Collectors.groupingBy(
                    action -> action.substring(0, action.indexOf('/')),
                    TreeMap::new,
                    Collectors.counting()));
    if (!facts.chain().landed().isEmpty()) {
      worlds.put(EternumWorld.NAME, (long) facts.chain().landed().size());
    }
    if (facts.presses() > 0) {
      worlds.put(EmeraldWorld.NAME, facts.presses());
    }
    return worlds;
  }

  /// Whether every promise was kept.
  public boolean holds() {
    return violations.isEmpty();
  }

  private static long count(List<Violation> violations, Kind kind) {
    return violations.stream().filter(violation -> violation.kind() == kind).count();
  }
}
