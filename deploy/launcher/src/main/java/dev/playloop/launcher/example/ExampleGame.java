package dev.playloop.launcher.example;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.UserProblem;
import dev.playloop.operator.principal.NewPrincipal;
import dev.playloop.operator.principal.PrincipalAnswer;
import dev.playloop.operator.principal.PrincipalRegister;
import dev.playloop.schemas.principal.Principal;
import dev.playloop.schemas.principal.Scope;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.model.game.GameModule;
import dev.playloop.worlds.model.game.GameStart;
import dev.playloop.worlds.model.game.RunningGame;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The game of an example's world, where this build has one: it joins as any game does, as a
/// principal of its own that publishes for its world, fetches its actions, and may do nothing else.
/// Closing ends both. Used by one thread.
public final class ExampleGame implements AutoCloseable {
  static final ExampleGame NONE = new ExampleGame(null);

  private final @Nullable Joined joined;

  private record Joined(RunningGame game, SeenInGame seen, Principal as, KafkaSettings kafka) {}

  private ExampleGame(@Nullable Joined joined) {
    this.joined = joined;
  }

  /// Nothing where the build has no game of that world, as where the example is a folder of
  /// somebody's.
  ///
  /// @param with what it does beside being there
  public static ExampleGame of(Example example, LocalSystem system, Set<GameStart.With> with)
      throws InterruptedException {
    Optional<GameModule> module = module(example);
    return new ExampleGame(module.isEmpty() ? null : join(module.get(), system, with));
  }

  /// Throws [UserProblem] where nobody can watch what is played.
  public static void requirePage(Example example) {
    if (module(example).filter(GameModule::hasPage).isEmpty()) {
      String others =
          InstalledWorlds.games().stream()
              .filter(GameModule::hasPage)
              .map(GameModule::world)
              .collect(Collectors.joining(", "));
      throw UserProblem.usage(
          "the example has no game that can be watched in a browser",
          "leave out --watch, or name one that has: " + others + ".");
    }
  }

  private static Optional<GameModule> module(Example example) {
    WorldDeclaration world = example.world();
    return world == null || example.folder() != null
        ? Optional.empty()
        : InstalledWorlds.games().stream()
            .filter(game -> game.world().equals(world.world()))
            .findFirst();
  }

  private static Joined join(GameModule module, LocalSystem system, Set<GameStart.With> with)
      throws InterruptedException {
    PrincipalAnswer.Token as = principal(module.world(), system.kafka());
    boolean started = false;
    try {
      RunningGame game =
          module.start(
              new GameStart(
                  InstalledWorlds.programs(),
                  system.folder(module.world() + "-game").toAbsolutePath(),
                  GameStart.Joins.at(system.http().toString()),
                  as.token(),
                  with));
      started = true;
      return new Joined(
          game, SeenInGame.at(game.at(), SeenInGame.USUAL), as.principal(), system.kafka());
    } catch (CannotOpenWorld e) {
      throw UserProblem.environment(String.valueOf(e.getMessage()), e.nextStep(), e);
    } finally {
      if (!started) {
        register(system.kafka()).revoke(as.principal().id());
      }
    }
  }

  private static PrincipalAnswer.Token principal(String world, KafkaSettings kafka)
      throws InterruptedException {
    NewPrincipal added =
        new NewPrincipal(
            world + "-game",
            Principal.Kind.GAME,
            world,
            List.of(Scope.publish(world), Scope.act(world)),
            null);
    PrincipalRegister register = register(kafka);
    for (Principal before : register.list()) { // of a start that ended without a word
      if (before.name().equals(added.name())
          && before.kind() == Principal.Kind.GAME
          && before.revokedAt() == null) {
        register.revoke(before.id());
      }
    }
    if (register.add(added) instanceof PrincipalAnswer.Token token) {
      return token;
    }
    throw UserProblem.usage(
        "'" + added.name() + "' is somebody else here, and no game", "use another --data.");
  }

  private static PrincipalRegister register(KafkaSettings kafka) {
    return new PrincipalRegister(kafka, Clock.systemUTC());
  }

  /// Where players join it; empty where there is no game.
  public Optional<String> at() {
    return joined == null ? Optional.empty() : Optional.of(joined.game().at());
  }

  /// Where people watch it in a browser; empty where it was not started so.
  public Optional<String> page() {
    return joined == null ? Optional.empty() : joined.game().page();
  }

  /// Whether its story goes on.
  boolean isPlaying() {
    return joined != null && joined.game().isPlaying();
  }

  /// Why it or its story ended before its time, in a sentence; empty where neither did.
  public Optional<String> failure() {
    return joined == null ? Optional.empty() : joined.game().failure();
  }

  /// What it answers on a path of its own; empty where there is no game. Throws
  /// [dev.playloop.schemas.InvalidValueException] where it answers no rows.
  Optional<List<Map<String, JsonNode>>> rows(String path) throws InterruptedException {
    return joined == null ? Optional.empty() : Optional.of(joined.seen().rows(path));
  }

  @Override
  public void close() {
    if (joined == null) {
      return;
    }
    joined.seen().close();
    joined.game().close();
    boolean interrupted = Thread.interrupted(); // its token ends all the same
    try {
      register(joined.kafka()).revoke(joined.as().id());
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
