package dev.playloop.worlds.eternum;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.backend.DirectInvoke;
import dev.playloop.worlds.chain.backend.DrySubmitter;
import dev.playloop.worlds.chain.backend.StarknetBackend;
import dev.playloop.worlds.chain.backend.Submitter;
import dev.playloop.worlds.chain.lane.ChainAccounts;
import dev.playloop.worlds.chain.lane.ChainActions;
import dev.playloop.worlds.chain.lane.LaneClock;
import dev.playloop.worlds.chain.lane.LaneProfile;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.StarknetNode;
import dev.playloop.worlds.eternum.act.EternumGame;
import dev.playloop.worlds.eternum.act.GameObservations;
import dev.playloop.worlds.eternum.act.GameRecords;
import dev.playloop.worlds.eternum.check.ChainTables;
import dev.playloop.worlds.eternum.model.ActionGuide;
import dev.playloop.worlds.eternum.model.EternumTool;
import dev.playloop.worlds.eternum.model.EternumWorld;
import dev.playloop.worlds.eternum.profile.WorldProfile;
import dev.playloop.worlds.eternum.torii.ToriiClient;
import dev.playloop.worlds.eternum.torii.ToriiSelect;
import dev.playloop.worlds.eternum.watch.EternumWatcher;
import dev.playloop.worlds.eternum.watch.WatchedChain;
import dev.playloop.worlds.model.OpenWorld;
import dev.playloop.worlds.model.Opening;
import dev.playloop.worlds.model.Opening.Purpose;
import dev.playloop.worlds.model.World;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.model.WorldSql;
import dev.playloop.worlds.model.WorldUnavailable;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A game that is played, on whichever chain. Used by the threads of its workers.
final class OpenEternum implements OpenWorld {
  private static final Duration INDEX_LIMIT = Duration.ofSeconds(5);

  private final EternumWorld world;
  private final Played played;
  private final Opening opening;
  private @Nullable ChainActions<EternumTool> actions;
  private @Nullable WorldSource watcher;

  /// What is played, and how.
  ///
  /// @param place what is acted on, in one line for people
  /// @param acting the same node, as those who act see it
  /// @param accounts null where this process signs nothing
  @RecordBuilder
  record Played(
      String place,
      JsonRpcNode node,
      StarknetNode acting,
      URI torii,
      WorldProfile profile,
      @Nullable ChainAccounts accounts,
      LaneProfile lanes) {}

  OpenEternum(EternumWorld world, Played played, Opening opening) {
    this.world = world;
    this.played = played;
    this.opening = opening;
  }

  @Override
  public World world() {
    return world;
  }

  @Override
  public synchronized WorldActions<?> actions() {
    ChainActions<EternumTool> known = actions;
    if (known == null) {
      known = opening.keep(acting().watching());
      actions = known;
    }
    return known;
  }

  private ChainActions<EternumTool> acting() {
    WorldProfile profile = played.profile();
    GameObservations observations = new GameObservations(opening.keep(torii()), game());
    StarknetBackend backend = new StarknetBackend(played.acting(), StarknetBackend.STRK);
    Submitter submitter = new DirectInvoke(played.acting(), profile.chainId());
    return new ChainActions<>(
        new EternumGame(
            profile,
            new GameRecords(profile.world(), Objects.requireNonNull(profile.namespace())),
            new ActionGuide(world),
            observations),
        accounts(),
        new ChainActions.Chain(
            backend,
            opening.purpose() == Purpose.DRY_RUN ? new DrySubmitter(submitter) : submitter,
            profile.mark()),
        played.lanes(),
        LaneClock.of(opening.clock()));
  }

  private ChainAccounts accounts() {
    ChainAccounts known = played.accounts();
    return known == null
        ? (account, agent) ->
            new ChainAccounts.Found.Denied("this executor has no accounts to sign for")
        : known;
  }

  private ToriiClient torii() {
    return new ToriiClient(played.torii(), played.profile().world(), INDEX_LIMIT);
  }

  private ToriiSelect.Game game() {
    return new ToriiSelect.Game(
        Objects.requireNonNull(played.profile().namespace()), played.profile().gameId());
  }

  @Override
  public synchronized List<WorldSource> sources() {
    WorldSource known = watcher;
    if (known == null) {
      known =
          opening.keep(
              new EternumWatcher(
                  torii(),
                  game(),
                  played.profile().players(),
                  new WatchedChain(played.node(), Objects.requireNonNull(played.profile().depth())),
                  EternumWatcher.Pace.standard()));
      watcher = known;
    }
    return List.of(known);
  }

  @Override
  public Optional<WorldSql> sql() {
    WorldProfile profile = played.profile();
    return Optional.of(
        new ChainTables(played.node(), profile.world(), profile.gameId(), profile.players()));
  }

  @Override
  public Optional<String> place() {
    return Optional.of(played.place());
  }

  @Override
  public Set<String> unknown(Set<String> actors) {
    Set<String> unknown = new HashSet<>(actors);
    unknown.removeIf(
        actor -> played.profile().players().stream().map(Felt::hex).anyMatch(actor::equals));
    return unknown;
  }

  /// Why nothing is sent to this chain any more; null where all is well, or nobody acts here.
  private synchronized @Nullable String stopped() {
    return actions == null ? null : actions.stopped();
  }

  @Override
  public void ask() {
    try {
      played.node().chainId();
      String stopped = stopped();
      if (stopped != null) {
        throw new WorldUnavailable(stopped);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WorldUnavailable("stopped while asking the chain's node", e);
    }
  }
}
