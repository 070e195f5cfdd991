package dev.playloop.worlds.chain.evm;

/// How transactions are written.
public enum EvmStyle {
  /// With one price, and the chain's id by EIP-155.
  LEGACY,
  /// With a highest price and a tip, by EIP-1559.
  TIPPED
}
