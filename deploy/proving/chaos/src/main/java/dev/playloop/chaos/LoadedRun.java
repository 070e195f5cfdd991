package dev.playloop.chaos;

import dev.playloop.chaos.check.Checker;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.check.Pauses;
import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.process.Folders;
import dev.playloop.chaos.system.Agents;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.system.Instance;
import dev.playloop.chaos.system.Supervisor;
import dev.playloop.chaos.world.ChaosWorlds;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A system under load whose processes are scaled, or restarted one after the other, again and
/// again: nothing may be lost or done twice, and how long a turn took and any agent had to wait is
/// measured. Used by one thread.
public final class LoadedRun {
  private static final String PREFIX = "loaded";
  private static final Duration FIRST_END = Duration.ofMinutes(3);
  private static final Duration DRAIN = Duration.ofSeconds(150);
  private static final Duration TOLERANCE =
      Duration.ofMillis(2L * Instance.MAX_CLOCK_MS).plusSeconds(2);

  private final Plan plan;
  private final Consumer<String> progress;

  /// What is done, and how often.
  ///
  /// @param rounds of all steps
  /// @param every how long is waited behind each step
  /// @param room triggers that wait for their end at a time
  /// @param agents more of them than a history has
  @RecordBuilder
  public record Plan(
      long seed, Moves moves, int rounds, Duration every, int brokers, int room, int agents) {}

  /// How long agents waited.
  ///
  /// @param steps how many were taken
  /// @param longest of any agent that had work
  /// @param turnsPerSecond that ended
  /// @param turnP99Millis from a turn's prompt to the next one, or to the end of its run
  public record Waits(int steps, Pauses.Pause longest, double turnsPerSecond, long turnP99Millis) {}

  /// What came of it.
  public record Report(Moves moves, Waits waits, HistoryReport history) {
    public boolean holds() {
      return history.holds();
    }

    /// For people.
    public String table() {
      StringBuilder table =
          new StringBuilder(
              String.format(
                  Locale.ROOT,
                  "%d steps (%s) in %.0f s: %,d triggers, %,d calls, %,d effects; lost %d, twice"
                      + " %d, paid again %d; %.0f turns a second, p99 of a turn %,d ms; longest"
                      + " pause of any agent %s",
                  waits.steps(),
                  moves.name().toLowerCase(Locale.ROOT),
                  history.millis() / 1e3,
                  history.triggers(),
                  history.calls(),
                  history.effects(),
                  history.lost(),
                  history.duplicates(),
                  history.repaid(),
                  waits.turnsPerSecond(),
                  waits.turnP99Millis(),
                  waits.longest()));
      history.violations().forEach(violation -> table.append("\n  ").append(violation));
      return table.toString();
    }
  }

  private LoadedRun(Plan plan, Consumer<String> progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /// `progress` gets a line a step.
  public static Report run(Plan plan, Consumer<String> progress) throws InterruptedException {
    return Folders.leftWhereBroken(
        "playloop-loaded-", new LoadedRun(plan, progress)::run, Report::holds, progress);
  }

  private Report run(Path folder) throws InterruptedException {
    long began = System.nanoTime();
    ChaosSystem.Setup setup =
        new ChaosSystem.Setup(
            plan.seed(), true, folder.resolve("system"), AotCache.NONE, ChaosWorlds.PLAIN);
    try (ChaosSystem system = ChaosSystem.start(setup, plan.moves().servers(plan.brokers()));
        Observer observer = Observer.start(system)) {
      URI model = system.checker().address();
      Agents agents = Agents.of(model, system.worlds()).and(Agents.crowd(model, plan.agents()));
      agents.apply(system.kafka());
      Ends ends = new Ends(system.kafka().topics());
      observer.listen(ends::see);
      system.startWorkers();
      Set<String> accepted;
      Waits waits;
      boolean drained;
      try (Supervisor _ = Supervisor.over(system)) {
        try (Load load =
            new Load(system, agents.ids(), new Load.Pace(plan.seed(), plan.room(), PREFIX))) {
          ends.listen(load::ended);
          load.start();
          ends.awaitFirst(FIRST_END);
          waits = move(system, observer);
          load.stop();
          accepted = load.accepted();
        }
        drained = ends.awaitAll(accepted, DRAIN);
      }
      Facts facts = new FactsReader(system, observer).read(accepted, List.of(), agents.caps());
      HistoryReport report =
          HistoryReport.of(plan.seed(), true, List.of(), facts, Checker.check(facts, TOLERANCE))
              .took(System.nanoTime() - began);
      return new Report(plan.moves(), waits, drained ? report : report.notDrained());
    }
  }

  /// How long agents waited while it was done. An agent that says nothing behind the last step may
  /// have nothing to do.
  private Waits move(ChaosSystem system, Observer observer) throws InterruptedException {
    step(system, plan.moves().begin());
    Watch watch = new Watch(system.kafka().topics(), PREFIX);
    observer.listen(watch::see);
    long began = System.nanoTime();
    int steps = 0;
    for (int round = 0; round < plan.rounds(); round++) {
      for (Moves.Step step : plan.moves().round(plan.brokers())) {
        steps++;
        step(system, List.of(step));
        progress.accept(
            "%s; longest pause of an agent so far %s"
                .formatted(step.words(), watch.longestPause()));
      }
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    return new Waits(steps, watch.longestPause(), watch.turns() / seconds, watch.turnP99());
  }

  private void step(ChaosSystem system, List<Moves.Step> steps) throws InterruptedException {
    for (Moves.Step step : steps) {
      step.deed().to(system);
      TimeUnit.MILLISECONDS.sleep(plan.every().toMillis());
    }
  }
}
