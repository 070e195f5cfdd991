package dev.playloop.worlds.eternum.server;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Selector;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.node.ForwardingNode;
import dev.playloop.worlds.chain.node.StarknetNode;
import dev.playloop.worlds.eternum.deploy.AdminAccount;
import dev.playloop.worlds.eternum.deploy.DeployedGame;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// The node of a chain to play on, where twice happens what an agent must live with on any chain:
/// the first transaction that posts guards is taken and then lost, and right before the first
/// purchase of Stone the bank buys itself, so that the price is another than the agent was told.
/// Thread-safe.
final class EventfulNode extends ForwardingNode {
  private static final Felt POSTS_GUARDS = Selector.of("guard_add");
  private static final Felt BUYS = Selector.of("buy");

  private final AdminAccount bank;
  private final DeployedGame game;
  private final AtomicBoolean lost = new AtomicBoolean();
  private final AtomicBoolean overtaken = new AtomicBoolean();

  EventfulNode(StarknetNode node, AdminAccount bank, DeployedGame game) {
    super(node);
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
    return super.invoke(transaction);
  }
}
