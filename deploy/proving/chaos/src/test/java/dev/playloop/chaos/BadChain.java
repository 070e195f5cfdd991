package dev.playloop.chaos;

import dev.playloop.chaos.system.ChainChoice;
import dev.playloop.worlds.chain.devnet.DevnetControl;
import dev.playloop.worlds.chain.node.FaultProxy;
import dev.playloop.worlds.chain.node.JsonRpcNode;
import dev.playloop.worlds.chain.node.NodeRefusal;
import dev.playloop.worlds.chain.node.NodeUnavailable;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A chain that is bad by a seed: its wire loses, cuts, doubles and spoils replies, and now and
/// then its newest blocks are gone. Until [#heal]: then all of it is good. One thread of its own.
final class BadChain implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BadChain.class);
  private static final int IN_HUNDRED = 8;
  private static final int MIN_REST_MS = 2_000;
  private static final int MAX_REST_MS = 6_000;
  private static final int MOST_BLOCKS = 3;
  private static final Duration SLOW = Duration.ofMillis(300);

  private final long seed;
  private final @Nullable Path devnet;
  private @Nullable FaultProxy proxy;
  private @Nullable Thread thread;
  private volatile int reorgs;

  /// @param devnet the program of a starknet-devnet; null: the simulated chain
  BadChain(long seed, @Nullable Path devnet) {
    this.seed = seed;
    this.devnet = devnet;
  }

  ChainChoice choice() {
    return new ChainChoice(devnet, this::before, this::heal);
  }

  /// How often blocks were taken back so far.
  int reorgs() {
    return reorgs;
  }

  private synchronized URI before(URI rpc) {
    FaultProxy bad = FaultProxy.before(rpc).slowBy(SLOW).seeded(seed, IN_HUNDRED);
    proxy = bad;
    thread = Thread.ofVirtual().start(() -> forget(rpc));
    return bad.uri();
  }

  /// Takes back blocks that are not older than this call.
  private void forget(URI rpc) {
    Random random = new Random(seed);
    try (JsonRpcNode node = JsonRpcNode.at(rpc)) {
      DevnetControl control = new DevnetControl(node.wire());
      long laid = node.latest().number();
      while (true) {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(MIN_REST_MS, MAX_REST_MS));
        long newest = node.latest().number();
        long from = newest - random.nextInt(MOST_BLOCKS);
        if (from > laid) {
          control.abortBlocks(from);
          reorgs++;
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("it is good again");
    } catch (NodeUnavailable | NodeRefusal e) {
      LOG.error("no block is taken back any more", e);
    }
  }

  /// No more faults from now on.
  synchronized void heal() {
    if (thread != null) {
      thread.interrupt();
    }
    if (proxy != null) {
      proxy.heal();
    }
  }

  @Override
  public synchronized void close() {
    heal();
    if (proxy != null) {
      proxy.close();
    }
  }
}
