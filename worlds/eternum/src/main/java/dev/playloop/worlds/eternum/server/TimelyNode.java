package dev.playloop.worlds.eternum.server;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.SignedInvoke;
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
/// unless there is one of this second.
///
/// A devnet that starts from its dump runs all transactions again, in the time of that start but
/// where a time was set: what is due at a time, such as goods on their way, would come out
/// otherwise, and what an agent was told be undone. So the time of each transaction's block is set,
/// too. Thread-safe.
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

  /// In a block of this time, now and whenever the dump is read.
  @Override
  public Felt invoke(SignedInvoke transaction) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      Instant now = clock.instant();
      Instant last = latest().at();
      devnet.nextBlockAt(now.isAfter(last) ? now : last);
      return super.invoke(transaction);
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
