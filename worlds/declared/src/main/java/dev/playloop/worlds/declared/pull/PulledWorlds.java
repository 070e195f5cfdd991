package dev.playloop.worlds.declared.pull;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.worlds.declared.act.DeclaredActions;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.Worlds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The worlds whose games fetch their actions, one book each, kept as long as the process runs:
/// what an executor offers there, a game gets that asks by [PullRoutes]. For all threads.
public final class PulledWorlds {
  private static final Duration LONGEST = Duration.ofHours(1);

  private final Worlds worlds;
  private final Function<String, Home> homes;
  private final Set<Home> here = ConcurrentHashMap.newKeySet();
  private final InstantSource clock;
  private final Map<String, PulledWorld> books = new ConcurrentHashMap<>();
  private volatile boolean isClosed;

  /// Where the actions of a world lie.
  public record Home(String group, int partition) {}

  /// @param homes where the actions of a world of that name lie, all of them
  public PulledWorlds(Worlds worlds, Function<String, Home> homes, InstantSource clock) {
    this.worlds = worlds;
    this.homes = homes;
    this.clock = clock;
  }

  /// To be told which partitions of a group's actions this process has. A game of a world whose
  /// actions lie elsewhere is sent there.
  public DeclaredActions.Partitions partitions(String group) {
    return new DeclaredActions.Partitions() {
      @Override
      public void gained(int partition) {
        here.add(new Home(group, partition));
      }

      @Override
      public void lost(int partition) {
        here.remove(new Home(group, partition));
      }
    };
  }

  /// What acts in a world: it waits for the game to come.
  public WorldActions<SchemaTool> actions(String world) {
    return new PulledActions(
        book(world), this::limit, new PulledActions.Pace(clock, PulledActions.PATIENCE));
  }

  /// What a puller of a world asks; null where there is none of that name whose game fetches.
  @Nullable PulledWorld find(String world) {
    return worlds.current(world).world() instanceof DeclaredWorld declared
            && declared.declaration().actions().isPulled()
        ? book(world)
        : null;
  }

  private PulledWorld book(String world) {
    return books.computeIfAbsent(
        world, name -> new PulledWorld(clock, () -> !isClosed && here.contains(homes.apply(name))));
  }

  /// Hands out nothing any more, and lets nobody wait: whoever waits is told within moments that
  /// another executor has the world's actions. For before the edge closes, which waits for requests
  /// in hand.
  public void close() {
    isClosed = true;
  }

  /// How long the tool's call may take; where it does not say, all the time that the action has.
  private Duration limit(Action action) {
    Duration declared = worlds.current(action.agent().world()).timeLimit(action.tool());
    if (declared != null) {
      return declared;
    }
    Duration left = Duration.between(clock.instant(), action.notAfter());
    return left.isNegative() || left.compareTo(LONGEST) > 0 ? LONGEST : left;
  }
}
