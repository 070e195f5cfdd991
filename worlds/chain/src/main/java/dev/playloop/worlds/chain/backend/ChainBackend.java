package dev.playloop.worlds.chain.backend;

import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a lane asks of a chain, and nothing that changes it. Every method throws
/// [dev.playloop.worlds.chain.node.NodeUnavailable] where there is no answer. Called on many
/// threads at once.
public interface ChainBackend {
  /// What tells this chain from another, of the same contracts as `expected`.
  ChainMark mark(ChainMark expected) throws InterruptedException;

  BlockMark head() throws InterruptedException;

  /// The block with this number; null where there is none.
  @Nullable BlockMark block(long number) throws InterruptedException;

  /// Null where no account is deployed there.
  @Nullable AccountNonces nonces(Felt account) throws InterruptedException;

  /// What fees, caps and balances are counted in, as people call it: the smallest unit that there
  /// is.
  String unit();

  /// What the account can pay fees of, in [#unit].
  BigInteger balance(Felt account) throws InterruptedException;

  /// What the calls would come to as the account's next transaction.
  CallPreview preview(Felt account, long nonce, List<ContractCall> calls)
      throws InterruptedException;

  SeenAttempt status(String hash) throws InterruptedException;

  /// Null where it is not executed, or not known.
  @Nullable ChainOutcome outcome(String hash) throws InterruptedException;
}
