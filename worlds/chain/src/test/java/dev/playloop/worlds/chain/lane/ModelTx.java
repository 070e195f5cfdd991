package dev.playloop.worlds.chain.lane;

import java.math.BigInteger;

/// A transaction as a [ModelChain] holds it.
record ModelTx(String hash, long nonce, BigInteger price, String action, boolean reverted) {
  private static final BigInteger UNITS = BigInteger.valueOf(7);

  /// Seven of the ten units that are estimated.
  BigInteger fee() {
    return price.multiply(UNITS);
  }
}
