package dev.playloop.worlds.eternum.server;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.devnet.DevnetAccount;
import dev.playloop.worlds.chain.devnet.DevnetBinary;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.StarknetNode;
import dev.playloop.worlds.eternum.deploy.AdminAccount;
import dev.playloop.worlds.eternum.deploy.DeployedGame;
import dev.playloop.worlds.eternum.deploy.DeploymentFailed;
import dev.playloop.worlds.eternum.index.IndexFile;
import dev.playloop.worlds.eternum.index.IndexedChain;
import dev.playloop.worlds.eternum.index.IndexerThread;
import dev.playloop.worlds.eternum.index.sql.ToriiServer;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.model.Opening;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A game of this machine: a chain to play on, the contracts and the board on it, and an index of
/// them behind HTTP. What it has started is closed with the opening. Immutable.
///
/// @param node by which its agents act
/// @param players who may act, by their addresses
/// @param about which chain it is
public record OwnGame(
    URI rpc, StarknetNode node, Index index, Map<Felt, DevnetAccount> players, String about) {
  /// The game's number in the contracts.
  public static final long GAME_ID = OpeningBoard.GAME_ID;

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration INDEX_EVERY = Duration.ofMillis(200);
  private static final int PLAYERS = 3;

  /// The game's contracts, and where an index of them answers.
  record Index(DeployedGame game, URI torii) {}

  public OwnGame {
    players = Map.copyOf(players);
  }

  /// On the node that runs at `rpc`, which must be one for development. Throws [CannotOpenWorld].
  public static OwnGame on(URI rpc, Opening opening) throws InterruptedException {
    return laid(opening.keep(DevnetChain.at(rpc, opening.clock())), opening);
  }

  /// On a starknet-devnet, where this machine has one, else on the simulated chain. Throws
  /// [CannotOpenWorld].
  ///
  /// @param program of the devnet; null: that on the PATH
  /// @param simulated whether it is the simulated chain in any case
  public static OwnGame start(Opening opening, @Nullable Path program, boolean simulated)
      throws InterruptedException {
    Path found = program == null ? DevnetBinary.on(System.getenv("PATH")) : program;
    PlayChain chain =
        found == null || simulated
            ? SimulatorChain.start(opening.data())
            : DevnetChain.start(found, opening.data(), opening.clock());
    return laid(opening.keep(chain), opening);
  }

  /// What plays and where, in one line for people.
  public String told() {
    return about + " (its index: " + torii() + "/sql?query=…)";
  }

  public DeployedGame game() {
    return index.game();
  }

  /// Without `/sql`.
  public URI torii() {
    return index.torii();
  }

  private static OwnGame laid(PlayChain chain, Opening opening) throws InterruptedException {
    List<DevnetAccount> accounts = chain.accounts();
    List<DevnetAccount> players = accounts.subList(1, Math.min(accounts.size(), PLAYERS + 1));
    JsonRpcNode node = opening.keep(JsonRpcNode.at(chain.rpc(), LIMIT));
    DevnetAccount first = accounts.getFirst();
    AdminAccount admin =
        AdminAccount.on(node, first.address(), first.signer()).actingBy(chain.acting());
    DeployedGame game;
    try {
      game = chain.deploy(admin);
      OpeningBoard.lay(admin, game, players.stream().map(DevnetAccount::address).toList());
    } catch (DeploymentFailed e) {
      throw CannotOpenWorld.machine(
          "the game can't be laid out on " + chain.about() + ": " + e.getMessage(),
          "Start on an empty chain: with another --data, or a new node.",
          e);
    }
    return new OwnGame(
        chain.rpc(),
        new EventfulNode(chain.acting(), admin, game),
        new Index(game, index(node, game, opening)),
        players.stream().collect(Collectors.toMap(DevnetAccount::address, one -> one)),
        chain.about());
  }

  private static URI index(JsonRpcNode node, DeployedGame game, Opening opening) {
    IndexFile file =
        opening.keep(
            Optional.ofNullable(opening.data()).map(IndexFile::in).orElseGet(IndexFile::temporary));
    opening.keep(
        IndexerThread.start(
            node, IndexedChain.of(game.chainId(), game.address("world")), file, INDEX_EVERY));
    return opening.keep(ToriiServer.hidden(file.path(), SecretPlace.fresh())).address();
  }
}
