package dev.playloop.worlds.chain.backend;

import dev.playloop.worlds.chain.AccountKey;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.ResourceBounds;
import java.util.List;

/// How calls of an account become a transaction, and go out. Today the account itself sends it; an
/// execution from outside, by a relayer, would be another. Called on many threads at once.
public interface Submitter {
  /// Signs, and sends nothing. Throws [IllegalStateException] for a key of another kind of chain.
  /// Throws [dev.playloop.worlds.model.WorldUnavailable] where the signer does not answer.
  SignedAttempt sign(Unsigned order, AccountKey key) throws InterruptedException;

  /// The same calls and the same nonce with other bounds.
  SignedAttempt again(SignedAttempt earlier, ResourceBounds bounds, AccountKey key)
      throws InterruptedException;

  /// Sends exactly this. Throws [dev.playloop.worlds.chain.node.NodeUnavailable] where there is no
  /// answer: it may have been taken in.
  SendAnswer send(SignedAttempt attempt) throws InterruptedException;

  /// Whether [#send] sends. Where not, whatever is signed is for nothing, and must look so.
  default boolean sends() {
    return true;
  }

  /// What is to be signed.
  record Unsigned(Felt account, long nonce, ResourceBounds bounds, List<ContractCall> calls) {
    public Unsigned {
      calls = List.copyOf(calls);
    }
  }
}
