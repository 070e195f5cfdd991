package dev.playloop.worlds.chain.node;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.SignedInvoke;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks another node whatever a subclass does not answer itself. As thread-safe as that one.
public abstract class ForwardingNode implements StarknetNode {
  private final StarknetNode node;

  protected ForwardingNode(StarknetNode node) {
    this.node = node;
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
  public Felt invoke(SignedInvoke transaction) throws InterruptedException {
    return node.invoke(transaction);
  }

  @Override
  public @Nullable TransactionStatus status(Felt transaction) throws InterruptedException {
    return node.status(transaction);
  }

  @Override
  public @Nullable Felt nonceOf(Felt transaction) throws InterruptedException {
    return node.nonceOf(transaction);
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
