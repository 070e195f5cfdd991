package dev.playloop.chaos.declared;

import dev.playloop.chaos.Ends;
import dev.playloop.chaos.FactsReader;
import dev.playloop.chaos.Observer;
import dev.playloop.chaos.approval.Orders;
import dev.playloop.chaos.check.Breaches;
import dev.playloop.chaos.check.Checker;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.process.Folders;
import dev.playloop.chaos.system.Agents;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.system.Instance;
import dev.playloop.chaos.system.WorkerKind;
import dev.playloop.chaos.world.ChaosWorlds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One fresh system whose worlds are data, and a [Storm] over their games and their executor. Used
/// by one thread.
public final class DeclaredRun {
  private static final Map<GameKind, Integer> GAMES =
      Map.of(GameKind.PUSHED, 3, GameKind.PULLED, 2);
  private static final Duration DRAIN = Duration.ofMinutes(3);
  private static final Duration ACTION_LIMIT = Duration.ofSeconds(15);
  private static final Duration TOLERANCE =
      Duration.ofMillis(2L * Instance.MAX_CLOCK_MS).plusSeconds(2);

  private final long seed;
  private final int squalls;
  private final Path folder;

  private DeclaredRun(long seed, int squalls, Path folder) {
    this.seed = seed;
    this.squalls = squalls;
    this.folder = folder;
  }

  /// So many squalls. The logs of its processes stay in the folder.
  public static DeclaredReport run(long seed, int squalls, Path folder)
      throws InterruptedException {
    return new DeclaredRun(seed, squalls, folder).run();
  }

  /// The same in a folder that is left behind only where something was broken; `progress` is told.
  public static DeclaredReport run(long seed, int squalls, Consumer<String> progress)
      throws InterruptedException {
    return Folders.leftWhereBroken(
        "playloop-declared-",
        folder -> run(seed, squalls, folder),
        DeclaredReport::holds,
        progress);
  }

  private DeclaredReport run() throws InterruptedException {
    try (Games games = Games.of(GAMES, folder.resolve("games"))) {
      ChaosWorlds worlds = ChaosWorlds.declared(games.declarations());
      try (ChaosSystem system =
              ChaosSystem.start(
                  new ChaosSystem.Setup(
                      seed, true, folder.resolve("system"), AotCache.NONE, worlds));
          Observer observer = Observer.start(system)) {
        games.join(system);
        return storm(system, observer, games);
      }
    }
  }

  private DeclaredReport storm(ChaosSystem system, Observer observer, Games games)
      throws InterruptedException {
    long began = System.nanoTime();
    Agents agents = Agents.declared(system.checker().address(), games.agents(), ACTION_LIMIT);
    agents.apply(system.kafka());
    Ends ends = new Ends(system.kafka().topics());
    observer.listen(ends::see);
    for (WorkerKind role : WorkerKind.values()) {
      if (role != WorkerKind.INGEST) { // orders come by Kafka
        system.instance(role, 0).start();
      }
    }
    String stuck;
    boolean drained;
    Map<String, Integer> strikes;
    int kills;
    try (Orders orders = new Orders(system.kafka(), Duration.ZERO)) {
      ends.listen(orders::ended);
      try (Storm storm =
          new Storm(
              system,
              games.played(),
              () -> observer.of(system.kafka().topics().results()).size(),
              seed)) {
        orders.start(agents.ids(), seed);
        stuck = storm.rage(squalls);
        orders.stop();
        drained =
            ends.awaitAll(orders.accepted(), DRAIN)
                && Ends.await(() -> games.answered(system, observer), DRAIN);
        strikes = storm.counts();
        kills = storm.kills();
      }
      Facts facts =
          new FactsReader(system, observer).read(orders.accepted(), List.of(), agents.caps());
      DeclaredFacts declared = games.facts(system, observer, facts);
      Map<DeclaredCheck.Breach, List<String>> breaches = DeclaredCheck.check(declared);
      return DeclaredReportBuilder.builder()
          .seed(seed)
          .squalls(stuck == null ? squalls : 0)
          .kills(kills)
          .strikes(strikes)
          .orders(orders.accepted().size())
          .writes(declared.written().size())
          .deeds(declared.deeds().size())
          .told(declared.ended())
          .breaches(Breaches.counts(DeclaredCheck.Breach.class, breaches))
          .found(
              Stream.concat(
                      found(breaches, games.withDeeds(facts), stuck, drained).stream(),
                      idle(games.played()).stream())
                  .toList())
          .millis((System.nanoTime() - began) / 1_000_000)
          .build();
    }
  }

  private static List<String> found(
      Map<DeclaredCheck.Breach, List<String>> breaches,
      Facts facts,
      @Nullable String stuck,
      boolean drained) {
    List<String> found = new ArrayList<>();
    breaches.forEach((breach, all) -> all.forEach(what -> found.add(breach + ": " + what)));
    Checker.check(facts, TOLERANCE)
        .forEach(broken -> found.add(broken.kind() + ": " + broken.detail()));
    if (stuck != null) {
      found.add("the system stood still at: " + stuck);
    }
    if (!drained) {
      found.add("not every order has ended");
    }
    return found;
  }

  /// A storm over games that do nothing shows nothing.
  private static List<String> idle(List<PlayedGame> games) {
    return games.stream()
        .filter(game -> game.deeds().isEmpty())
        .map(game -> "the game of " + game.world() + " did nothing")
        .toList();
  }
}
