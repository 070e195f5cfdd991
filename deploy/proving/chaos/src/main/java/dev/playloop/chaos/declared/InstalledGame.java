package dev.playloop.chaos.declared;

import dev.playloop.chaos.cluster.Link;
import dev.playloop.chaos.process.Ports;
import dev.playloop.chaos.system.ChaosSystem;
import dev.playloop.chaos.world.Tally;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.example.Example;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.model.game.GameModule;
import dev.playloop.worlds.model.game.GameStart;
import dev.playloop.worlds.model.game.GameStart.Joins;
import dev.playloop.worlds.model.game.RunningGame;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A game that a build brings, as users run it. It fetches its actions, tells of itself by a link,
/// and says itself what it did. Used by one thread.
final class InstalledGame implements WorldGame {
  private final GameModule module;
  private final WorldDeclaration declaration;
  private final List<AgentId> agents;
  private final Path programs;
  private final Path store;
  private final Link events = Link.open(Ports.next(), Ports.next());
  private @Nullable RunningGame running;

  private InstalledGame(GameModule module, Path programs, Path store) {
    Example example = Example.load(module.world());
    this.module = module;
    this.declaration = Objects.requireNonNull(example.world());
    this.agents = example.agents().stream().map(AgentConfig::agent).toList();
    this.programs = programs;
    this.store = store;
  }

  /// Those that this machine can run; it is said of each other one what is missing.
  ///
  /// @param programs where they may keep what they need for later starts
  static List<WorldGame> all(Path programs, Path folder) {
    return InstalledWorlds.games().stream()
        .filter(InstalledGame::runs)
        .map(module -> new InstalledGame(module, programs, folder.resolve(module.world())))
        .map(WorldGame.class::cast)
        .toList();
  }

  private static boolean runs(GameModule module) {
    module.lacks().forEach(what -> System.err.println("NOT RUN: " + what));
    return module.lacks().isEmpty();
  }

  @Override
  public String world() {
    return module.world();
  }

  @Override
  public WorldDeclaration declaration() {
    return declaration;
  }

  @Override
  public List<AgentId> agents() {
    return agents;
  }

  @Override
  public void join(ChaosSystem system) throws InterruptedException {
    events.retarget(system.httpPort());
    Joins joins =
        new Joins("http://127.0.0.1:" + events.port(), "http://127.0.0.1:" + system.actionsPort());
    running = module.start(new GameStart(programs, store, joins, Tally.TOKEN, Set.of()));
  }

  @Override
  public void hush() {
    events.set(Link.State.CUT);
  }

  @Override
  public List<String> deeds() {
    RunningGame game = running;
    return game == null || failure() != null ? List.of() : GameWitness.deeds(game.at());
  }

  @Override
  public @Nullable String failure() {
    RunningGame game = running;
    return game == null ? null : game.failure().orElse(null);
  }

  /// Nothing befalls it but what befalls its executor.
  @Override
  public List<PlayedGame.Trouble> troubles() {
    return List.of();
  }

  @Override
  public void close() {
    RunningGame game = running;
    if (game != null) {
      game.close();
    }
    events.close();
  }
}
