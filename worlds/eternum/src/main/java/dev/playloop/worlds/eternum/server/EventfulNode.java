package dev.playloop.worlds.eternum.server;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.crypto.Selector;
import dev.playloop.worlds.chain.node.BlockHeader;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.EventPage;
import dev.playloop.worlds.chain.node.EventQuery;
import dev.playloop.worlds.chain.node.FeeEstimate;
import dev.playloop.worlds.chain.node.Receipt;
import dev.playloop.worlds.chain.node.Simulation;
import dev.playloop.worlds.chain.node.StarknetNode;
import dev.playloop.worlds.chain.node.TransactionStatus;
import dev.playloop.worlds.eternum.deploy.AdminAccount;
import dev.playloop.worlds.eternum.deploy.DeployedGame;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// The node of a chain to play on, where twice happens what an agent must live with on any chain:
/// the first transaction that posts guards is taken and then lost, and right before the first
/// purchase of Stone the bank buys itself, so that the price is another than the agent was told.
/// Thread-safe.
public final class EventfulNode implements StarknetNode {
  private static final Felt POSTS_GUARDS = Selector.of("guard_add");
  private static final Felt BUYS = Selector.of("buy");

  private final StarknetNode node;
  private final AdminAccount bank;
  private final DeployedGame game;
  private final AtomicBoolean lost = new AtomicBoolean();
  private final AtomicBoolean overtaken = new AtomicBoolean();

  EventfulNode(StarknetNode node, AdminAccount bank, DeployedGame game) {
    this.node = node;
    this.bank = bank;
    this.game = game;
  }

  @Override
  public Felt invoke(SignedInvoke transaction) throws InterruptedException {
    List<Felt> words = transaction.transaction().calldata();
    if (words.contains(POSTS_GUARDS) && lost.compareAndSet(false, true)) {
      return transaction.hash();
    }
    if (words.contains(BUYS) && overtaken.compareAndSet(false, true)) {
      OpeningBoard.buyAhead(bank, game);
    }
    return node.invoke(transaction);
  }

  @Override
  public Felt chainId() throws InterruptedException {
    return node.chainId();
  }

  @Override
  public @Nullable BlockHeader block(long number) throws InterruptedException {
    return node.block(number);
  }

  @Override
  public BlockHeader latest() throws InterruptedException {
    return node.latest();
  }

  @Override
  public @Nullable Felt nonce(Felt account, BlockTag tag) throws InterruptedException {
    return node.nonce(account, tag);
  }

  @Override
  public @Nullable Felt classHashAt(Felt contract) throws InterruptedException {
    return node.classHashAt(contract);
  }

  @Override
  public List<Felt> call(ContractCall call, BlockTag tag) throws InterruptedException {
    return node.call(call, tag);
  }

  @Override
  public FeeEstimate estimate(InvokeTransaction transaction, BlockTag tag)
      throws InterruptedException {
    return node.estimate(transaction, tag);
  }

  @Override
  public Simulation simulate(InvokeTransaction transaction, BlockTag tag)
      throws InterruptedException {
    return node.simulate(transaction, tag);
  }

  @Override
  public @Nullable TransactionStatus status(Felt transaction) throws InterruptedException {
    return node.status(transaction);
  }

  @Override
  public @Nullable Receipt receipt(Felt transaction) throws InterruptedException {
    return node.receipt(transaction);
  }

  @Override
  public EventPage events(EventQuery query) throws InterruptedException {
    return node.events(query);
  }
}
