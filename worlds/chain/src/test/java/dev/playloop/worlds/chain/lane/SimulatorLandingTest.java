package dev.playloop.worlds.chain.lane;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.crypto.KeySigner;
import dev.playloop.worlds.chain.simulator.chain.BlockPace;
import dev.playloop.worlds.chain.simulator.chain.ChainSettings;
import dev.playloop.worlds.chain.simulator.chain.GenesisAccount;
import dev.playloop.worlds.chain.simulator.chain.SimulatedChain;
import dev.playloop.worlds.chain.simulator.server.SimulatorServer;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/// [LandingContract] on the simulated chain.
@Tag("slow")
final class SimulatorLandingTest extends LandingContract {
  @Override
  protected ChainPlace open(boolean onDemand, @Nullable Path folder) throws InterruptedException {
    ChainSettings settings =
        ChainSettings.standard()
            .with()
            .accounts(IntStream.rangeClosed(1, 30).mapToObj(SimulatorLandingTest::account).toList())
            .pace(onDemand ? new BlockPace.OnDemand() : new BlockPace.EachTransaction())
            .folder(folder)
            .build();
    return new StarknetPlace(new Served(settings));
  }

  private static GenesisAccount account(int number) {
    BigInteger key = BigInteger.valueOf(0x1234_5678L + number);
    return GenesisAccount.of(KeySigner.of(key).publicKey(), Felt.of(key));
  }

  /// A simulated chain behind its own port.
  private static final class Served implements StarknetPlace.Host {
    private final ChainSettings settings;
    private SimulatorServer server;

    Served(ChainSettings settings) {
      this.settings = settings;
      this.server = SimulatorServer.start(SimulatedChain.start(settings), 0);
    }

    @Override
    public URI rpc() {
      return server.address();
    }

    /// Its block 0 is its own.
    @Override
    public List<Felt> contracts() {
      return List.of();
    }

    @Override
    public void replaceByEmpty() {
      int port = server.address().getPort();
      server.close();
      server = SimulatorServer.start(SimulatedChain.start(settings), port);
    }

    @Override
    public void restart() {
      replaceByEmpty(); // it has kept what it has
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
