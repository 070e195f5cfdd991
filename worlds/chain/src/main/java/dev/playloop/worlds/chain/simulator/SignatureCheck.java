package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;

/// Whether a signature is that of a key for a hash. Called on many threads at once.
@FunctionalInterface
public interface SignatureCheck {
  /// @param publicKey the x coordinate
  boolean isSigned(Felt publicKey, Felt hash, Felt r, Felt s);
}
