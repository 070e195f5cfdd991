package dev.playloop.worlds.chain.lane;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.declare.CompiledClassHash;
import dev.playloop.worlds.chain.declare.ProbeFiles;
import dev.playloop.worlds.chain.declare.SierraClass;
import dev.playloop.worlds.chain.declare.UniversalDeployer;
import dev.playloop.worlds.chain.devnet.DevnetOptions;
import dev.playloop.worlds.chain.devnet.DevnetProgram;
import dev.playloop.worlds.chain.devnet.TestDevnet;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/// [LandingContract] on a real node.
@Tag("slow")
final class DevnetLandingTest extends LandingContract {
  @Override
  protected ChainPlace open(boolean onDemand, @Nullable Path folder) throws InterruptedException {
    DevnetOptions options =
        DevnetOptions.of(DevnetProgram.found())
            .with()
            .accounts(30)
            .dump(folder == null ? null : folder.resolve("blocks.json"))
            .build();
    return new StarknetPlace(
        new Running(
            onDemand
                ? options.with().blocks(new DevnetOptions.Blocks.OnDemand()).build()
                : options));
  }

  /// A devnet on a port that it keeps, with a contract: block 0 and what is in it are the same each
  /// time.
  private static final class Running implements StarknetPlace.Host {
    private static final SierraClass PROBE = SierraClass.read(ProbeFiles.sierra());
    private static final UniversalDeployer DEPLOYED =
        new UniversalDeployer(PROBE.classHash(), Felt.ZERO, List.of(Felt.of(41)));

    private final DevnetOptions options;
    private TestDevnet devnet;

    Running(DevnetOptions options) throws InterruptedException {
      this.options = options;
      this.devnet = TestDevnet.start(options);
      devnet.node().declare(devnet.declare(29, PROBE, CompiledClassHash.of(ProbeFiles.casm())));
      devnet.control().createBlock();
      devnet.node().invoke(devnet.signed(29, List.of(DEPLOYED.call())));
      devnet.control().createBlock();
    }

    @Override
    public URI rpc() {
      return devnet.rpc();
    }

    @Override
    public List<Felt> contracts() {
      return List.of(DEPLOYED.address());
    }

    @Override
    public void replaceByEmpty() throws InterruptedException {
      int port = rpc().getPort();
      devnet.close();
      devnet = TestDevnet.start(options.with().port(port).build());
    }

    @Override
    public void restart() throws InterruptedException {
      replaceByEmpty(); // it reads its dump
    }

    @Override
    public void close() {
      devnet.close();
    }
  }
}
