package dev.playloop.worlds.chain.node;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.SignedInvoke;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is asked of a Starknet node. Every method throws [NodeUnavailable] where there is no
/// answer, and [NodeRefusal] for an error of the RPC that it does not name itself. Called on many
/// threads at once.
public interface StarknetNode {
  Felt chainId() throws InterruptedException;

  /// The block with this number; null where there is none.
  @Nullable BlockHeader block(long number) throws InterruptedException;

  /// The newest block.
  BlockHeader latest() throws InterruptedException;

  /// The account's next nonce; null where no contract is there.
  @Nullable Felt nonce(Felt account, BlockTag tag) throws InterruptedException;

  /// The class of a contract in the newest block; null where no contract is there.
  @Nullable Felt classHashAt(Felt contract) throws InterruptedException;

  /// Reads by an entrypoint that changes nothing.
  List<Felt> call(ContractCall call, BlockTag tag) throws InterruptedException;

  /// What this would take, without a signature. Throws [NodeRefusal] with
  /// [NodeRefusal#EXECUTION_ERROR] where it would be reverted.
  FeeEstimate estimate(InvokeTransaction transaction, BlockTag tag) throws InterruptedException;

  /// What this would come to, without a signature.
  Simulation simulate(InvokeTransaction transaction, BlockTag tag) throws InterruptedException;

  /// Sends it, and returns the hash that the node has for it.
  Felt invoke(SignedInvoke transaction) throws InterruptedException;

  /// Null where the node does not know the transaction.
  @Nullable TransactionStatus status(Felt transaction) throws InterruptedException;

  /// The nonce of a transaction; null where the node does not know it.
  @Nullable Felt nonceOf(Felt transaction) throws InterruptedException;

  /// Null where the node does not know the transaction, or has not executed it.
  @Nullable Receipt receipt(Felt transaction) throws InterruptedException;

  EventPage events(EventQuery query) throws InterruptedException;
}
