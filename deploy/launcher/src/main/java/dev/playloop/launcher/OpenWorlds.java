package dev.playloop.launcher;

import dev.playloop.executor.LaterGroups;
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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The worlds that a process acts in. Closed by whoever opened it, after the workers.
public final class OpenWorlds implements AutoCloseable {
  private final List<OpenWorld> open;
  private final @Nullable Games games;
  private final Closing closing;

  /// How games are reached, and whose actions are performed from the start.
  private record Games(DeclaredGames reached, List<String> groups) {}

  private OpenWorlds(List<OpenWorld> open, @Nullable Games games, Closing closing) {
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

  private OpenWorlds reaching(@Nullable Games reached) {
    return new OpenWorlds(open, reached, closing);
  }

  /// Null where no group of worlds is named that are data, or nothing may be sent.
  private static @Nullable Games games(
      Settings settings, @Nullable Path data, Collection<String> names, Purpose purpose) {
    List<String> groups = new ArrayList<>(names);
    groups.removeAll(InstalledWorlds.names());
    return groups.isEmpty() || purpose == Purpose.DRY_RUN
        ? null
        : new Games(GameKeys.games(settings, data), groups);
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
      games.groups().forEach(group -> bindings.add(bound(games, group, known, pulled)));
    }
    return bindings;
  }

  private WorldBinding<?> bound(Games by, String group, Worlds known, PulledWorlds pulled) {
    WorldBinding<?> declared = by.reached().binding(group, known, pulled);
    closing.add(declared.actions(), WorldActions::close);
    return declared;
  }

  /// The groups that declarations name, and with them what is declared while an executor runs, as
  /// on one machine; none where nothing of what all declared worlds share is opened.
  ///
  /// @param topics what acts in a group needs its topics: they are made first
  LaterGroups further(Worlds known, PulledWorlds pulled, GroupTopics topics) {
    Games by = games;
    return new LaterGroups() {
      @Override
      public Set<String> names() {
        return by != null && by.groups().contains(WorldDeclaration.SHARED)
            ? known.ownGroups()
            : Set.of();
      }

      @Override
      public WorldBinding<?> binding(String name) throws InterruptedException {
        topics.create(name);
        return bound(Objects.requireNonNull(by), name, known, pulled);
      }
    };
  }

  /// Makes the topics of a group where they are missing.
  @FunctionalInterface
  interface GroupTopics {
    void create(String group) throws InterruptedException;
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
      names.addAll(games.groups());
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
