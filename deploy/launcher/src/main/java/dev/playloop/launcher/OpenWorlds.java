package dev.playloop.launcher;

import dev.playloop.kit.health.HealthServer;
import dev.playloop.launcher.declared.DeclaredGames;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.settings.Settings;
import dev.playloop.worlds.declared.pull.PulledWorlds;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.model.OpenWorld;
import dev.playloop.worlds.model.Opening.Purpose;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldBinding;
import dev.playloop.worlds.model.WorldModule;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.model.WorldSql;
import dev.playloop.worlds.model.Worlds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The worlds that a process acts in. Closed by whoever opened it, after the workers.
public final class OpenWorlds implements AutoCloseable {
  private final List<OpenWorld> open;
  private final @Nullable DeclaredGames games;
  private final Closing closing;

  private OpenWorlds(List<OpenWorld> open, @Nullable DeclaredGames games, Closing closing) {
    this.open = open;
    this.games = games;
    this.closing = closing;
  }

  /// The worlds of one machine, with embedded servers where the settings name none. `own` is the
  /// machine's folder, which may be temporary; worlds keep theirs only where the options name one.
  static OpenWorlds local(LocalOptions options, Path own) {
    Settings settings = options.settings();
    Path data = options.data() == null ? null : own;
    return open(settings, data, options.worlds(), options.purpose())
        .reaching(games(settings, own, options.worlds(), options.purpose()));
  }

  /// The named worlds on the servers that the settings name; see [#requireServers].
  public static OpenWorlds onServers(Settings settings, Collection<String> names, Purpose purpose) {
    requireServers(settings, names);
    return open(settings, null, names, purpose).reaching(games(settings, null, names, purpose));
  }

  /// Throws a [UserProblem] where a world has no server: a worker starts none of its own.
  public static void requireServers(Settings settings, Collection<String> names) {
    for (WorldModule installed : named(names)) {
      if (installed.needsServer(settings)) {
        throw UserProblem.usage(
            "the world '" + installed.world().name() + "' has no server",
            "set " + installed.settings().getFirst().name() + ".");
      }
    }
  }

  /// Those of these worlds that have a dry run.
  public static List<String> withDryRun(Collection<String> names) {
    return named(names).stream()
        .filter(WorldModule::hasDryRun)
        .map(installed -> installed.world().name())
        .toList();
  }

  private static List<WorldModule> named(Collection<String> names) {
    return InstalledWorlds.all().stream()
        .filter(installed -> names.contains(installed.world().name()))
        .toList();
  }

  /// Where the images of the named worlds are: the first that shows some.
  static Optional<String> images(Settings settings, @Nullable Path data, Collection<String> names) {
    return named(names).stream()
        .flatMap(installed -> installed.images(settings, folder(data, installed)).stream())
        .findFirst();
  }

  private static @Nullable Path folder(@Nullable Path data, WorldModule installed) {
    return data == null ? null : OwnFiles.folder(data.resolve(installed.world().name()));
  }

  private static OpenWorlds open(
      Settings settings, @Nullable Path data, Collection<String> names, Purpose purpose) {
    Closing closing = new Closing();
    List<OpenWorld> open = new ArrayList<>();
    boolean opened = false;
    try {
      for (WorldModule installed : named(names)) {
        open.add(
            installed.open(new WorldOpening(settings, folder(data, installed), purpose, closing)));
      }
      opened = true;
      return new OpenWorlds(open, null, closing);
    } catch (CannotOpenWorld e) {
      throw problem(e);
    } finally {
      if (!opened) {
        closing.close();
      }
    }
  }

  private OpenWorlds reaching(@Nullable DeclaredGames reached) {
    return new OpenWorlds(open, reached, closing);
  }

  /// Null where what worlds share that are data is not named, or nothing may be sent.
  private static @Nullable DeclaredGames games(
      Settings settings, @Nullable Path data, Collection<String> names, Purpose purpose) {
    if (!names.contains(WorldDeclaration.SHARED) || purpose == Purpose.DRY_RUN) {
      return null;
    }
    return GameKeys.games(settings, data);
  }

  private static UserProblem problem(CannotOpenWorld closed) {
    String message = String.valueOf(closed.getMessage());
    return switch (closed.fault()) {
      case SETTING -> UserProblem.usage(message, closed.nextStep());
      case MACHINE -> UserProblem.environment(message, closed.nextStep(), closed);
    };
  }

  /// @param known all worlds there are
  /// @param pulled where actions wait whose games fetch them
  public List<WorldBinding<?>> bindings(Worlds known, PulledWorlds pulled) {
    List<WorldBinding<?>> bindings = new ArrayList<>();
    open.forEach(world -> bindings.add(world.binding()));
    if (games != null) {
      WorldBinding<?> declared = games.binding(known, pulled);
      bindings.add(declared);
      closing.add(declared.actions(), WorldActions::close);
    }
    return bindings;
  }

  public List<WorldSource> sources() {
    List<WorldSource> sources = new ArrayList<>();
    open.forEach(world -> sources.addAll(world.sources()));
    return sources;
  }

  /// Asks each world whether its server is there.
  public void watch(HealthServer health) {
    for (OpenWorld world : open) {
      health.ready(
          "server of " + world.world().name(),
          () -> {
            world.ask();
            return null;
          });
    }
  }

  List<String> names() {
    List<String> names = new ArrayList<>();
    open.forEach(world -> names.add(world.world().name()));
    if (games != null) {
      names.add(WorldDeclaration.SHARED);
    }
    return List.copyOf(names);
  }

  /// The database of the first of these worlds that has one.
  Optional<WorldSql> sql(Collection<String> names) {
    return open.stream()
        .filter(world -> names.contains(world.world().name()))
        .flatMap(world -> world.sql().stream())
        .findFirst();
  }

  /// What each of them acts on, in a line for people, where there is something to tell.
  List<String> places() {
    return open.stream()
        .flatMap(world -> world.place().stream().map(place -> world.world().name() + ": " + place))
        .toList();
  }

  /// Those of these actors whom the named world does not know.
  Set<String> unknown(String name, Set<String> actors) {
    return open.stream()
        .filter(world -> world.world().name().equals(name))
        .flatMap(world -> world.unknown(actors).stream())
        .collect(Collectors.toSet());
  }

  /// The database of the first world that has one.
  public Optional<WorldSql> sql() {
    return open.stream().flatMap(world -> world.sql().stream()).findFirst();
  }

  @Override
  public void close() {
    closing.close();
  }
}
