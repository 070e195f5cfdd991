package dev.playloop.worlds.chain.simulator;

import java.math.BigInteger;

/// What a unit of each gas costs, in FRI.
public record GasPrices(BigInteger l1Gas, BigInteger l2Gas, BigInteger l1DataGas) {
  private static final int BITS = 128;

  /// A devnet's: 10^9 each.
  public static final GasPrices STANDARD =
      new GasPrices(
          BigInteger.valueOf(1_000_000_000),
          BigInteger.valueOf(1_000_000_000),
          BigInteger.valueOf(1_000_000_000));

  /// Throws [IllegalArgumentException] where one is no u128 above zero.
  public GasPrices {
    for (BigInteger price : new BigInteger[] {l1Gas, l2Gas, l1DataGas}) {
      if (price.signum() <= 0 || price.bitLength() > BITS) {
        throw new IllegalArgumentException("a gas price is an unsigned u128 above zero");
      }
    }
  }
}
