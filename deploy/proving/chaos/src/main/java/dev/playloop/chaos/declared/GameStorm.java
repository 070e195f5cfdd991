package dev.playloop.chaos.declared;

import dev.playloop.chaos.Ends;
import dev.playloop.chaos.FactsReader;
import dev.playloop.chaos.Observer;
import dev.playloop.chaos.check.Breaches;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.declared.PlayedGame.Trouble;
import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.system.Agents;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.system.Supervisor;
import dev.playloop.chaos.system.WorkerKind;
import dev.playloop.chaos.world.ChaosWorlds;
import dev.playloop.chaos.world.Tally;
import dev.playloop.launcher.example.Example;
import dev.playloop.operator.Operator;
import dev.playloop.operator.Publisher;
import dev.playloop.rehearsal.RehearsalServer;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.model.game.GameModule;
import dev.playloop.worlds.model.game.GameStart;
import dev.playloop.worlds.model.game.GameStart.Joins;
import dev.playloop.worlds.model.game.GameStart.With;
import dev.playloop.worlds.model.game.RunningGame;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// A game that a build brings, whose world is data: while its players talk on in it, it is killed
/// and frozen by a storm of its own, and executor, projector, reasoner and gateway die one after
/// the other. Counted is the same as of all games, by what it says itself that it did. One fresh
/// system of processes; used by one thread.
final class GameStorm {
  private static final List<WorkerKind> VICTIMS =
      List.of(
          WorkerKind.EXECUTOR,
          WorkerKind.PROJECTOR,
          WorkerKind.EXECUTOR,
          WorkerKind.REASONER,
          WorkerKind.INGEST);
  private static final int TURNS = 2;
  private static final int LONGEST_MS = 3_000;
  private static final Duration DRAIN = Duration.ofMinutes(3);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private final GameModule module;
  private final long seed;
  private final Path folder;
  private final Map<String, Integer> strikes = new TreeMap<>();

  private GameStorm(GameModule module, long seed, Path folder) {
    this.module = module;
    this.seed = seed;
    this.folder = folder;
  }

  /// The logs of its processes stay in the folder; `programs` is where the game may keep what it
  /// needs for later starts.
  static DeclaredReport run(GameModule module, long seed, Path folder, Path programs)
      throws InterruptedException {
    return new GameStorm(module, seed, folder).run(programs);
  }

  private DeclaredReport run(Path programs) throws InterruptedException {
    Example example = Example.load(module.world());
    WorldDeclaration world = Objects.requireNonNull(example.world());
    ChaosSystem.Setup setup =
        new ChaosSystem.Setup(
            seed,
            true,
            folder.resolve("system"),
            AotCache.NONE,
            ChaosWorlds.declared(List.of(world)));
    try (RehearsalServer model =
            RehearsalServer.start(Objects.requireNonNull(example.rehearsal()));
        ChaosSystem system = ChaosSystem.start(setup);
        Observer observer = Observer.start(system)) {
      new Operator(system.kafka(), "chaos", Clock.systemUTC()).declare(system.worlds().records());
      try (Publisher publisher = Publisher.open(system.kafka())) {
        publisher.principal(
            PlayedGame.principal(
                List.of(Scope.act(module.world()), Scope.publish(module.world()))));
      }
      Agents agents = Agents.of(example.agents(), model.baseUrl());
      agents.apply(system.kafka());
      system.startWorkers();
      return storm(system, observer, agents, programs);
    }
  }

  private DeclaredReport storm(ChaosSystem system, Observer observer, Agents agents, Path programs)
      throws InterruptedException {
    long began = System.nanoTime();
    Ends ends = new Ends(system.kafka().topics());
    observer.listen(ends::see);
    Path store = folder.resolve("game");
    Joins joins =
        new Joins(
            "http://127.0.0.1:" + system.httpPort(), "http://127.0.0.1:" + system.actionsPort());
    GameStart start = new GameStart(programs, store, joins, Tally.TOKEN, Set.of(With.STORM));
    List<String> found = new ArrayList<>();
    try (RunningGame game = module.start(start)) {
      boolean ended;
      try (Supervisor _ = Supervisor.over(system)) {
        ended = strike(system, observer, game);
        system.instance(WorkerKind.INGEST, 0).stop(10); // nothing more comes in
      }
      if (!ended) {
        found.add("the storm did not end within " + LONGEST);
      }
      game.failure().ifPresent(found::add);
      if (!ends.awaitAll(Set.of(), DRAIN)) {
        found.add("not every trigger has ended");
      }
      Facts facts = new FactsReader(system, observer).read(Set.of(), List.of(), agents.caps());
      GameWitness witness =
          found.isEmpty() ? GameWitness.of(game.at(), store) : GameWitness.NONE; // it may be gone
      // nobody can tell what was open while it was dead or frozen, which it is over and over
      Map<String, List<Trouble>> troubles =
          Map.of(module.world(), List.of(new Trouble(Blow.KILLED, Instant.EPOCH, Instant.MAX)));
      DeclaredFacts declared =
          DeclaredFactsReader.read(system, observer, facts.events(), witness.deeds(), troubles);
      Map<DeclaredCheck.Breach, List<String>> breaches =
          found.isEmpty()
              ? DeclaredCheck.check(witness.with(system, observer, declared))
              : Map.of();
      breaches.forEach((breach, all) -> all.forEach(what -> found.add(breach + ": " + what)));
      found.addAll(system.crashes());
      return DeclaredReportBuilder.builder()
          .seed(seed)
          .squalls(strikes.values().stream().mapToInt(Integer::intValue).sum())
          .kills(strikes.values().stream().mapToInt(Integer::intValue).sum())
          .strikes(strikes)
          .orders(facts.triggers().size())
          .writes(declared.written().size())
          .deeds(declared.deeds().size())
          .told(declared.ended())
          .breaches(Breaches.counts(DeclaredCheck.Breach.class, breaches))
          .found(found)
          .millis((System.nanoTime() - began) / 1_000_000)
          .build();
    }
  }

  /// Each victim has its turns; the next is due when the system is at work again. Then the game is
  /// left to itself. False where it has never had enough.
  private boolean strike(ChaosSystem system, Observer observer, RunningGame game)
      throws InterruptedException {
    Random random = new Random(seed);
    for (int i = 0; i < TURNS * VICTIMS.size() && game.isPlaying(); i++) {
      int before = observer.of(system.kafka().topics().results()).size();
      Ends.await(
          () -> !game.isPlaying() || observer.of(system.kafka().topics().results()).size() > before,
          DRAIN);
      TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_MS));
      WorkerKind role = VICTIMS.get(i % VICTIMS.size());
      system.instance(role, 0).killAndStart(null);
      strikes.merge(role.word() + " killed", 1, Integer::sum);
    }
    return Ends.await(() -> !game.isPlaying(), LONGEST);
  }
}
