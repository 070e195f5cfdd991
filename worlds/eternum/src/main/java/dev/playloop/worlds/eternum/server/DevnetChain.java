package dev.playloop.worlds.eternum.server;

import dev.playloop.worlds.chain.devnet.DevnetAccount;
import dev.playloop.worlds.chain.devnet.DevnetControl;
import dev.playloop.worlds.chain.devnet.DevnetOptions;
import dev.playloop.worlds.chain.devnet.DevnetOptionsBuilder;
import dev.playloop.worlds.chain.devnet.KeptDevnet;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import dev.playloop.worlds.chain.node.StarknetNode;
import dev.playloop.worlds.eternum.deploy.AdminAccount;
import dev.playloop.worlds.eternum.deploy.DeployedGame;
import dev.playloop.worlds.eternum.deploy.GameDeployment;
import dev.playloop.worlds.model.CannotOpenWorld;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A starknet-devnet: one of our own, which is started again where it ends by itself, or one that
/// runs already.
final class DevnetChain implements PlayChain {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final URI rpc;
  private final JsonRpcNode node;
  private final TimelyNode timely;
  private final @Nullable KeptDevnet process;

  private DevnetChain(URI rpc, @Nullable KeptDevnet process, InstantSource clock) {
    this.rpc = rpc;
    this.node = JsonRpcNode.at(rpc, LIMIT);
    this.timely = new TimelyNode(node, new DevnetControl(node.wire()), clock);
    this.process = process;
  }

  /// Throws [CannotOpenWorld].
  ///
  /// @param folder where it keeps each block; null: all is gone when it is closed
  static DevnetChain start(Path program, @Nullable Path folder, InstantSource clock)
      throws InterruptedException {
    DevnetOptions options = DevnetOptions.of(program);
    KeptDevnet process =
        KeptDevnet.start(
            folder == null
                ? options
                : DevnetOptionsBuilder.from(options).withDump(folder.resolve("devnet.dump")));
    return new DevnetChain(process.rpc(), process, clock);
  }

  /// Throws [CannotOpenWorld] where the node is none.
  static DevnetChain at(URI rpc, InstantSource clock) throws InterruptedException {
    DevnetChain chain = new DevnetChain(rpc, null, clock);
    try {
      if (new DevnetControl(chain.node.wire()).isDevnet()) {
        return chain;
      }
      throw CannotOpenWorld.setting(
          "the node at %s is of chain %s, and no development node"
              .formatted(chain.node.wire().host(), chain.node.chainId()),
          "Name a starknet-devnet; to act on another chain, name its world profile.");
    } catch (NodeUnavailable | NodeRefusal e) {
      chain.close();
      throw CannotOpenWorld.machine(
          "the node at %s does not answer as one: %s"
              .formatted(chain.node.wire().host(), e.getMessage()),
          "Start it, or name another.",
          e);
    } catch (CannotOpenWorld e) {
      chain.close();
      throw e;
    }
  }

  @Override
  public URI rpc() {
    return rpc;
  }

  @Override
  public StarknetNode acting() {
    return timely;
  }

  @Override
  public List<DevnetAccount> accounts() throws InterruptedException {
    return new DevnetControl(node.wire()).accounts();
  }

  @Override
  public DeployedGame deploy(AdminAccount admin) throws InterruptedException {
    timely.keepTime();
    return GameDeployment.by(admin);
  }

  @Override
  public String about() {
    return "a Starknet node for development (starknet-devnet) at " + rpc;
  }

  @Override
  public void close() {
    node.close();
    if (process != null) {
      process.close();
    }
  }
}
