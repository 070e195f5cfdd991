package dev.playloop.chaos;

import dev.playloop.chaos.check.Checker;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.check.Violation;
import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.system.Agents;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.system.Instance;
import dev.playloop.chaos.system.Servers;
import dev.playloop.chaos.system.WorkerKind;
import dev.playloop.chaos.world.ChaosWorlds;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// One fresh system with load, and the faults that its seed says: started, disturbed, left to end
/// what it has begun, checked and removed. Used by one thread.
final class History {
  private static final int ROOM = 12;
  private static final Duration FIRST_END = Duration.ofMinutes(3);
  private static final Duration DRAIN = Duration.ofSeconds(150);
  private static final Duration GAME_LIMIT = Duration.ofSeconds(20);
  private static final Duration SETTLED = Duration.ofSeconds(90);
  private static final Duration TOLERANCE =
      Duration.ofMillis(2L * Instance.MAX_CLOCK_MS).plusSeconds(2);

  private final long seed;
  private final FaultPlan plan;
  private final AotCache cache;
  private final Path folder;
  private final Servers servers;
  private Beside.Start beside = Beside.NOBODY;

  History(long seed, FaultPlan plan, AotCache cache, Path folder) {
    this(seed, plan, cache, folder, Servers.ONE);
  }

  /// Where brokers replicate, every world is there, and a second projector from the beginning,
  /// which holds copies of what the first one has, and takes over from it.
  History(long seed, FaultPlan plan, AotCache cache, Path folder, Servers servers) {
    this.seed = seed;
    this.plan = plan;
    this.cache = cache;
    this.folder = folder;
    this.servers = servers;
  }

  /// With those games besides.
  History with(Beside.Start games) {
    beside = games;
    return this;
  }

  HistoryReport run() throws InterruptedException {
    try (Beside games = beside.in(folder.resolve("games"))) {
      return run(games);
    }
  }

  private HistoryReport run(Beside games) throws InterruptedException {
    long began = System.nanoTime();
    // Every other history has stable names.
    boolean named = Math.floorMod(seed, 2) == 0;
    ChaosSystem.Setup setup =
        new ChaosSystem.Setup(
            seed,
            named,
            folder,
            cache,
            servers.replicate()
                ? ChaosWorlds.EVERY.and(games.declarations())
                : ChaosWorlds.of(seed));
    try (ChaosSystem system = ChaosSystem.start(setup, servers);
        Observer observer = Observer.start(system)) {
      games.join(system);
      URI model = system.checker().address();
      Agents agents =
          Agents.of(model, system.worlds()).and(Agents.declared(model, games.agents(), GAME_LIMIT));
      agents.apply(system.kafka());
      system.startWorkers();
      if (servers.standbys() > 0) {
        system.instance(WorkerKind.PROJECTOR, 1).start(); // a copy lies with another
      }
      Ends ends = new Ends(system.kafka().topics());
      observer.listen(ends::see);
      Set<String> accepted;
      List<String> untold;
      List<Fault> done;
      boolean drained;
      try (FaultRunner faults = new FaultRunner(system)) {
        try (Load load = new Load(system, agents.ids(), new Load.Pace(seed, ROOM, "order"));
            HostileLoad hostile = new HostileLoad(system, agents.ids(), seed)) {
          ends.listen(load::ended);
          observer.listen(hostile::see);
          load.start();
          ends.awaitFirst(FIRST_END);
          hostile.start();
          faults.run(plan);
          faults.settle();
          servers.chain().heal().run();
          hostile.stop();
          load.stop();
          games.hush();
          accepted = new HashSet<>(load.accepted());
          accepted.addAll(hostile.accepted());
          untold = new ArrayList<>(hostile.misanswered());
          untold.addAll(faults.untold());
        }
        drained =
            ends.awaitAll(accepted, DRAIN)
                && Ends.await(() -> games.answered(system, observer), DRAIN);
        new FactsReader(system, observer).awaitChain(SETTLED);
        done = faults.done();
      }
      Facts facts = facts(system, observer, accepted, untold, agents);
      if (cache.training()) {
        system.stopInOrder();
      }
      List<Violation> violations =
          new ArrayList<>(Checker.check(games.withDeeds(facts), TOLERANCE));
      violations.addAll(games.violations(system, observer, facts));
      HistoryReport report =
          HistoryReport.of(seed, named, done, games.withDeeds(facts), violations)
              .took(System.nanoTime() - began);
      return drained ? report : report.notDrained();
    }
  }

  /// Where they can't be read, what had not come back is told as the reason.
  private static Facts facts(
      ChaosSystem system,
      Observer observer,
      Set<String> accepted,
      List<String> untold,
      Agents agents)
      throws InterruptedException {
    try {
      return new FactsReader(system, observer).read(accepted, untold, agents.caps());
    } catch (RuntimeException e) {
      if (system.crashes().isEmpty()) {
        throw e;
      }
      throw new IllegalStateException(String.join("; ", system.crashes()) + "; then " + e, e);
    }
  }
}
