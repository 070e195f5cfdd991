package dev.playloop.worlds.chain.lane;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.SignedInvoke;
import dev.playloop.worlds.chain.node.BlockHeader;
import dev.playloop.worlds.chain.node.BlockTag;
import dev.playloop.worlds.chain.node.EventPage;
import dev.playloop.worlds.chain.node.EventQuery;
import dev.playloop.worlds.chain.node.FeeEstimate;
import dev.playloop.worlds.chain.node.Receipt;
import dev.playloop.worlds.chain.node.Simulation;
import dev.playloop.worlds.chain.node.StarknetNode;
import dev.playloop.worlds.chain.node.TransactionStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A node that must not be asked; a test overrides what may be.
public class NoNode implements StarknetNode {
  private static AssertionError asked() {
    return new AssertionError("the node was asked");
  }

  @Override
  public Felt chainId() {
    throw asked();
  }

  @Override
  public @Nullable BlockHeader block(long number) {
    throw asked();
  }

  @Override
  public BlockHeader latest() {
    throw asked();
  }

  @Override
  public @Nullable Felt nonce(Felt account, BlockTag tag) {
    throw asked();
  }

  @Override
  public @Nullable Felt classHashAt(Felt contract) {
    throw asked();
  }

  @Override
  public List<Felt> call(ContractCall call, BlockTag tag) {
    throw asked();
  }

  @Override
  public FeeEstimate estimate(InvokeTransaction transaction, BlockTag tag) {
    throw asked();
  }

  @Override
  public Simulation simulate(InvokeTransaction transaction, BlockTag tag) {
    throw asked();
  }

  @Override
  public Felt invoke(SignedInvoke transaction) {
    throw asked();
  }

  @Override
  public @Nullable TransactionStatus status(Felt transaction) {
    throw asked();
  }

  @Override
  public @Nullable Felt nonceOf(Felt transaction) {
    throw asked();
  }

  @Override
  public @Nullable Receipt receipt(Felt transaction) {
    throw asked();
  }

  @Override
  public EventPage events(EventQuery query) {
    throw asked();
  }
}
