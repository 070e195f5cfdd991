package dev.playloop.chaos.declared;

import dev.playloop.chaos.Beside;
import dev.playloop.chaos.Observer;
import dev.playloop.chaos.check.Facts;
import dev.playloop.chaos.check.FactsBuilder;
import dev.playloop.chaos.check.Violation;
import dev.playloop.chaos.declared.DeclaredCheck.Breach;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.world.VaultWorld;
import dev.playloop.operator.Operator;
import dev.playloop.operator.Publisher;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.world.WorldDeclaration;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The games of a system's worlds that are data: a process each, which is told of its actions or
/// fetches them, and keeps what it did. Used by one thread.
public final class Games implements Beside {
  private final List<PlayedGame> played = new ArrayList<>();

  /// These, and others beside them.
  private final List<WorldGame> all = new ArrayList<>();

  private Games() {}

  /// One that is told of its actions, one that fetches them, and those that the build brings, where
  /// this machine has what they need.
  ///
  /// @param programs where these may keep that for later starts
  public static Beside.Start ofEachKind(Path programs) {
    return folder -> {
      List<WorldGame> installed = InstalledGame.all(programs, folder);
      Games games = of(Map.of(GameKind.PUSHED, 1, GameKind.PULLED, 1), folder);
      games.all.addAll(installed);
      return games;
    };
  }

  static Games of(Map<GameKind, Integer> counts, Path folder) {
    Games games = new Games();
    boolean whole = false;
    try {
      for (GameKind kind : GameKind.values()) {
        for (int i = 0; i < counts.getOrDefault(kind, 0); i++) {
          PlayedGame game = PlayedGame.start("tally" + games.all.size(), kind, folder);
          games.played.add(game);
          games.all.add(game);
        }
      }
      whole = true;
      return games;
    } finally {
      if (!whole) {
        games.close();
      }
    }
  }

  /// Those that can be made to suffer.
  List<PlayedGame> played() {
    return List.copyOf(played);
  }

  @Override
  public List<WorldDeclaration> declarations() {
    return all.stream().map(WorldGame::declaration).toList();
  }

  @Override
  public List<AgentId> agents() {
    return all.stream().flatMap(game -> game.agents().stream()).toList();
  }

  /// Declares their worlds in a system that has no workers yet, and lets each game join.
  @Override
  public void join(ChaosSystem system) throws InterruptedException {
    new Operator(system.kafka(), "chaos", Clock.systemUTC()).declare(system.worlds().records());
    try (Publisher publisher = Publisher.open(system.kafka())) {
      publisher.principal(PlayedGame.principal(List.of(Scope.act("*"), Scope.publish("*"))));
    }
    for (WorldGame game : all) {
      game.join(system);
    }
  }

  @Override
  public void hush() {
    all.forEach(WorldGame::hush);
  }

  @Override
  public boolean answered(ChaosSystem system, Observer observer) {
    return DeclaredFactsReader.answered(system, observer);
  }

  /// What they did, beside what the loop believes.
  ///
  /// @param facts of the rest of the system
  DeclaredFacts facts(ChaosSystem system, Observer observer, Facts facts) {
    List<String> deeds = new ArrayList<>();
    Map<String, List<PlayedGame.Trouble>> troubles = new HashMap<>();
    for (WorldGame game : all) {
      deeds.addAll(game.deeds());
      troubles.put(game.world(), game.troubles());
    }
    return DeclaredFactsReader.read(system, observer, facts.events(), deeds, troubles);
  }

  /// These with what the games did, which is checked with all else that is counted of a system.
  @Override
  public Facts withDeeds(Facts facts) {
    Map<String, Integer> times = new TreeMap<>();
    all.forEach(game -> game.deeds().forEach(deed -> times.merge(deed, 1, Integer::sum)));
    List<Facts.Deed> deeds = new ArrayList<>(facts.deeds());
    times.forEach((action, n) -> deeds.add(new Facts.Deed(action, VaultWorld.DEPOSIT, true, n, 1)));
    return FactsBuilder.builder(facts).deeds(deeds).build();
  }

  /// What is broken between them and the loop. Whoever was away for longer than an action has may
  /// end with it unknown: that is no breach here, where everything around the games is broken.
  @Override
  public List<Violation> violations(ChaosSystem system, Observer observer, Facts facts) {
    List<Violation> violations = new ArrayList<>();
    for (WorldGame game : all) {
      String failure = game.failure();
      if (failure != null) {
        violations.add(new Violation(Violation.Kind.CRASH, failure));
      }
    }
    DeclaredCheck.check(facts(system, observer, facts))
        .forEach((breach, found) -> {
          if (breach != Breach.NEEDLESSLY_UNKNOWN) {
            found.forEach(what -> violations.add(new Violation(breach.kind(), what)));
          }
        });
    return violations;
  }

  @Override
  public void close() {
    all.forEach(WorldGame::close);
  }
}
