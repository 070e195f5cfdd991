package dev.playloop.worlds.chain.lane;

import java.math.BigInteger;

/// A transaction as a [ModelChain] holds it.
record ModelTx(String hash, long nonce, BigInteger price, String action, boolean reverted) {
  private static final BigInteger UNITS = BigInteger.valueOf(7);
  private static final BigInteger REPLACEMENT = BigInteger.valueOf(110);
  private static final BigInteger WHOLE = BigInteger.valueOf(100);

  /// Seven of the ten units that are estimated.
  BigInteger fee() {
    return price.multiply(UNITS);
  }

  /// What another one with its nonce must pay at least: a tenth more.
  BigInteger replacement() {
    return price.multiply(REPLACEMENT).divide(WHOLE);
  }
}
