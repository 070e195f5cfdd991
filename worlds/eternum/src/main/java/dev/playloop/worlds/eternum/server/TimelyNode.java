package dev.playloop.worlds.eternum.server;

import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.devnet.DevnetControl;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.FeeEstimate;
import dev.playloop.worlds.chain.node.ForwardingNode;
import dev.playloop.worlds.chain.node.Simulation;
import dev.playloop.worlds.chain.node.StarknetNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;

/// A devnet whose chain goes with the clock. A real chain makes blocks without end; a devnet makes
/// one when somebody acts, and what is executed until then sees the time of the last one: on a
/// quiet chain nothing would ever become due. So a block is made before a transaction is tried,
/// unless there is one of this second. A dump keeps the time of these blocks, and none of the
/// others. Thread-safe.
final class TimelyNode extends ForwardingNode {
  private static final Duration OLD = Duration.ofSeconds(1);

  private final DevnetControl devnet;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();

  TimelyNode(StarknetNode node, DevnetControl devnet, InstantSource clock) {
    super(node);
    this.devnet = devnet;
    this.clock = clock;
  }

  /// Makes a block where the last one is old. The chain's time never goes back.
  void keepTime() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      Instant now = clock.instant();
      if (now.isAfter(latest().at().plus(OLD))) {
        devnet.time(now);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public FeeEstimate estimate(InvokeTransaction transaction, BlockTag tag)
      throws InterruptedException {
    keepTime();
    return super.estimate(transaction, tag);
  }

  @Override
  public Simulation simulate(InvokeTransaction transaction, BlockTag tag)
      throws InterruptedException {
    keepTime();
    return super.simulate(transaction, tag);
  }
}
