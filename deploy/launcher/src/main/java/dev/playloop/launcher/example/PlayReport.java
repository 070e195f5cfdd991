package dev.playloop.launcher.example;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.AgentId;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What came of an example's triggers. `observe` is the time from a trigger on the log to its first
/// turn on the log, by trigger id.
public record PlayReport(
    List<RunRecord> runs, List<Drop> drops, Map<String, Duration> observe, int triggers) {
  public PlayReport {
    runs = List.copyOf(runs);
    drops = List.copyOf(drops);
    observe = Map.copyOf(observe);
  }

  /// A trigger that came to nothing.
  public record Drop(AgentId agent, String trigger, LoopEvent.DropReason reason) {}

  public Optional<RunRecord> runOf(String trigger) {
    return runs.stream().filter(run -> run.closed().triggers().contains(trigger)).findFirst();
  }

  public Optional<Drop> dropOf(String trigger) {
    return drops.stream().filter(drop -> drop.trigger().equals(trigger)).findFirst();
  }

  public int turns() {
    return runs.stream().mapToInt(run -> run.closed().turns()).sum();
  }

  public int actions() {
    return runs.stream().mapToInt(run -> run.closed().actions().size()).sum();
  }

  /// Actions that did not end DONE: refusals are part of a good run, too.
  public int refused() {
    return (int)
        runs.stream()
            .flatMap(run -> run.closed().actions().stream())
            .filter(action -> action.status() != ActionResult.Status.DONE)
            .count();
  }

  /// What all runs cost.
  public BigDecimal usd() {
    return runs.stream()
        .map(run -> run.closed().costUsd())
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /// Runs that ended in another way than COMPLETED.
  public int incomplete() {
    return (int)
        runs.stream()
            .filter(run -> run.closed().outcome() != LoopEvent.RunOutcome.COMPLETED)
            .count();
  }

  public Optional<RunRecord> longest() {
    return runs.stream().max(Comparator.comparing(RunRecord::took));
  }

  /// The middle and the longest OBSERVE time.
  public Optional<String> observed() {
    if (observe.isEmpty()) {
      return Optional.empty();
    }
    List<Duration> sorted = observe.values().stream().sorted().toList();
    return Optional.of(
        sorted.get(sorted.size() / 2).toMillis()
            + " ms in the middle, "
            + sorted.getLast().toMillis()
            + " ms at most");
  }
}
