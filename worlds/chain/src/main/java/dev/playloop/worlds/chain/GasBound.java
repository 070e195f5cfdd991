package dev.playloop.worlds.chain;

import java.math.BigInteger;

/// The most that a transaction may take of one kind of gas, and pay for a unit of it: in FRI, or
/// whatever the smallest unit of its chain's money is called.
public record GasBound(long maxAmount, BigInteger maxPrice) {
  public static final GasBound NONE = new GasBound(0, BigInteger.ZERO);

  private static final int PRICE_BITS = 128;

  /// Throws [IllegalArgumentException] where one is negative, or the price has over 128 bits.
  public GasBound {
    if (maxAmount < 0 || maxPrice.signum() < 0 || maxPrice.bitLength() > PRICE_BITS) {
      throw new IllegalArgumentException("a gas bound is an unsigned u64 and a u128");
    }
  }

  public static GasBound of(long maxAmount, long maxPrice) {
    return new GasBound(maxAmount, BigInteger.valueOf(maxPrice));
  }

  /// The most that it can cost.
  public BigInteger cost() {
    return maxPrice.multiply(BigInteger.valueOf(maxAmount));
  }
}
