package dev.playloop.chaos;

import dev.playloop.chaos.check.Checker;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.process.Folders;
import dev.playloop.chaos.system.Agents;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.system.Instance;
import dev.playloop.chaos.system.Servers;
import dev.playloop.chaos.system.WorkerKind;
import dev.playloop.chaos.world.ChaosWorlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A system under load whose roles are scaled from one process each to two, to four, and back,
/// again and again: nothing may be lost or done twice, and how long any agent had to wait is
/// measured. Used by one thread.
public final class ScaleRun {
  private static final List<Integer> STEPS = List.of(2, 4, 2, 1);
  private static final int PLACES = 4;
  private static final int ROOM = 40;
  private static final int LEAVE_SECONDS = 20;
  private static final String PREFIX = "scale";
  private static final Duration FIRST_END = Duration.ofMinutes(3);
  private static final Duration DRAIN = Duration.ofSeconds(150);
  private static final Duration TOLERANCE =
      Duration.ofMillis(2L * Instance.MAX_CLOCK_MS).plusSeconds(2);

  private final long seed;
  private final int rounds;
  private final Duration every;
  private final Consumer<String> progress;

  private ScaleRun(long seed, int rounds, Duration every, Consumer<String> progress) {
    this.seed = seed;
    this.rounds = rounds;
    this.every = every;
    this.progress = progress;
  }

  /// `rounds` of 1, 2, 4, 2, 1 processes of each role, one step `every` so often. `progress` gets a
  /// line a step.
  public static ScaleReport run(long seed, int rounds, Duration every, Consumer<String> progress)
      throws InterruptedException {
    return Folders.leftWhereBroken(
        "playloop-scale-",
        new ScaleRun(seed, rounds, every, progress)::run,
        ScaleReport::holds,
        progress);
  }

  private ScaleReport run(Path folder) throws InterruptedException {
    long began = System.nanoTime();
    ChaosSystem.Setup setup =
        new ChaosSystem.Setup(
            seed, true, folder.resolve("system"), AotCache.NONE, ChaosWorlds.PLAIN);
    try (ChaosSystem system = ChaosSystem.start(setup, Servers.with(PLACES));
        Observer observer = Observer.start(system)) {
      Agents agents = Agents.of(system.checker().address(), system.worlds());
      agents.apply(system.kafka());
      Ends ends = new Ends(system.kafka().topics());
      observer.listen(ends::see);
      system.startWorkers();
      FaultRunner supervisor = new FaultRunner(system);
      Set<String> accepted;
      long longestPause;
      Watch watch = new Watch(system.kafka().topics(), PREFIX);
      try (Load load = new Load(system, agents.ids(), new Load.Pace(seed, ROOM, PREFIX))) {
        ends.listen(load::ended);
        load.start();
        ends.awaitFirst(FIRST_END);
        observer.listen(watch::see);
        for (int round = 0; round < rounds; round++) {
          for (int processes : STEPS) {
            scale(system, processes);
            TimeUnit.MILLISECONDS.sleep(every.toMillis());
            progress.accept(
                "%d of each role; longest pause of an agent so far %,d ms"
                    .formatted(processes, watch.longestPause()));
          }
        }
        // From now on an agent that says nothing may have nothing to do.
        longestPause = watch.longestPause();
        load.stop();
        accepted = load.accepted();
      }
      boolean drained = ends.awaitAll(accepted, DRAIN);
      supervisor.close();
      supervisor.abandon();
      Facts facts = new FactsReader(system, observer).read(accepted, List.of(), agents.caps());
      HistoryReport report =
          HistoryReport.of(seed, true, List.of(), facts, Checker.check(facts, TOLERANCE))
              .took(System.nanoTime() - began);
      return new ScaleReport(
          rounds * STEPS.size(), longestPause, drained ? report : report.notDrained());
    }
  }

  /// Up: the further ones start; down: the highest ones end in order, as a StatefulSet does it.
  private static void scale(ChaosSystem system, int processes) throws InterruptedException {
    for (WorkerKind role : WorkerKind.values()) {
      for (int place = PLACES - 1; place >= 1; place--) {
        Instance instance = system.instance(role, place);
        if (place < processes && !instance.isWanted()) {
          instance.start();
        } else if (place >= processes && instance.isWanted()) {
          instance.stop(LEAVE_SECONDS);
        }
      }
    }
  }
}
