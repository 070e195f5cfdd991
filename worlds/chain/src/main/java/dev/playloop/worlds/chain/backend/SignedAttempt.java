package dev.playloop.worlds.chain.backend;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.ResourceBounds;
import java.math.BigInteger;
import tools.jackson.databind.node.ObjectNode;

/// A transaction of an account, signed: sent as it is, however often. Immutable.
///
/// @param hash under which the chain will know it
/// @param body what else its [Submitter] needs to send it; not to be changed
public record SignedAttempt(
    Felt account, long nonce, String hash, ResourceBounds bounds, ObjectNode body) {
  /// The most that it can cost, in [ChainBackend#unit].
  public BigInteger ceiling() {
    return bounds.cost();
  }
}
