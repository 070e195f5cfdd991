package dev.playloop.worlds.eternum.server;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.crypto.KeySigner;
import dev.playloop.worlds.chain.devnet.DevnetAccount;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.StarknetNode;
import dev.playloop.worlds.chain.simulator.chain.ChainSettings;
import dev.playloop.worlds.chain.simulator.chain.GenesisAccount;
import dev.playloop.worlds.chain.simulator.chain.SimulatedChain;
import dev.playloop.worlds.chain.simulator.server.SimulatorServer;
import dev.playloop.worlds.eternum.deploy.AdminAccount;
import dev.playloop.worlds.eternum.deploy.DeployedGame;
import dev.playloop.worlds.eternum.deploy.GameDeployment;
import dev.playloop.worlds.eternum.rules.GameRules;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A chain of our own in this process, which runs the game's rules in Java. Its accounts are those
/// of a starknet-devnet with seed 0, whose keys everybody knows, so that agents of an example are
/// the same on both.
final class SimulatorChain implements PlayChain {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final BigInteger BALANCE = BigInteger.TEN.pow(21);

  private record Known(String address, String key) {
    DevnetAccount account() {
      return new DevnetAccount(Felt.hex(address), KeySigner.of(Felt.hex(key).value()));
    }

    GenesisAccount genesis() {
      Felt secret = Felt.hex(key);
      return new GenesisAccount(
          Felt.hex(address), KeySigner.of(secret.value()).publicKey(), secret, BALANCE);
    }
  }

  private static final List<Known> KNOWN =
      List.of(
          new Known(
              "0x64b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691",
              "0x71d7bb07b9a64f6f78ac4c816aff4da9"),
          new Known(
              "0x78662e7352d062084b0010068b99288486c2d8b914f6e2a55ce945f8792c8b1",
              "0xe1406455b7d66b1690803be066cbe5e"),
          new Known(
              "0x49dfb8ce986e21d354ac93ea65e6a11f639c1934ea253e5ff14ca62eca0f38e",
              "0xa20a02f0ac53692d144b20cb371a60d7"),
          new Known(
              "0x4f348398f859a55a0c80b1446c5fdc37edb3a8478a32f10764659fc241027d3",
              "0xa641611c17d4d92bd0790074e34beeb7"));

  private final SimulatorServer server;
  private final JsonRpcNode node;

  private SimulatorChain(SimulatorServer server) {
    this.server = server;
    this.node = JsonRpcNode.at(server.address(), LIMIT);
  }

  /// @param folder where it keeps each block; null: all is gone when it is closed
  static SimulatorChain start(@Nullable Path folder) {
    ChainSettings settings =
        ChainSettings.standard()
            .withAccounts(KNOWN.stream().map(Known::genesis).toList())
            .withPrograms(List.copyOf(GameRules.programs().values()))
            .withFolder(folder == null ? null : folder.resolve("simulated-chain"));
    return new SimulatorChain(
        SimulatorServer.start(SimulatedChain.start(settings), 0, SecretPlace.fresh()));
  }

  @Override
  public URI rpc() {
    return server.address();
  }

  @Override
  public StarknetNode acting() {
    return node;
  }

  @Override
  public List<DevnetAccount> accounts() {
    return KNOWN.stream().map(Known::account).toList();
  }

  @Override
  public DeployedGame deploy(AdminAccount admin) throws InterruptedException {
    return GameDeployment.simulated(admin);
  }

  @Override
  public String about() {
    return "a simulated chain at "
        + rpc()
        + ", no Starknet node (a starknet-devnet on the PATH would be taken)";
  }

  @Override
  public void close() {
    node.close();
    server.close();
  }
}
