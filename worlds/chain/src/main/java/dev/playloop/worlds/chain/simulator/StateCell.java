package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;

/// One word of the chain's state.
///
/// @param key of a contract's storage; zero for the other kinds
public record StateCell(Kind kind, Felt contract, Felt key) {
  /// What the word is.
  public enum Kind {
    STORAGE,
    NONCE,
    CLASS_HASH
  }

  public static StateCell storage(Felt contract, Felt key) {
    return new StateCell(Kind.STORAGE, contract, key);
  }

  public static StateCell nonce(Felt contract) {
    return new StateCell(Kind.NONCE, contract, Felt.ZERO);
  }

  /// Zero where there is no contract.
  public static StateCell classHash(Felt contract) {
    return new StateCell(Kind.CLASS_HASH, contract, Felt.ZERO);
  }
}
