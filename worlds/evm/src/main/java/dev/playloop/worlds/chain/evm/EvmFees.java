package dev.playloop.worlds.chain.evm;

import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.ResourceBounds;
import java.math.BigInteger;

/// What a transaction may take of gas, and pay for it, in wei. In the port these are bounds: all of
/// the gas is in `l2Gas`, and the tip is the price of a gas of which nothing is taken, so that it
/// rises with the price and adds nothing to what the transaction can cost.
///
/// @param limit the most gas
/// @param price the most that is paid for a unit, with the tip
/// @param tip the most that of it goes to who makes the block; 0 of a legacy transaction
record EvmFees(long limit, BigInteger price, BigInteger tip) {
  private static final long MAX_LIMIT = 1L << 40;
  private static final int MAX_PRICE_BITS = 96;

  /// Whether a chain may ask for so much. With headroom, and with all that is added to another
  /// attempt, it then stays far below what a bound holds.
  boolean isPlausible() {
    return limit <= MAX_LIMIT && price.bitLength() <= MAX_PRICE_BITS && tip.compareTo(price) <= 0;
  }

  static EvmFees of(ResourceBounds bounds) {
    return new EvmFees(
        bounds.l2Gas().maxAmount(), bounds.l2Gas().maxPrice(), bounds.l1Gas().maxPrice());
  }

  ResourceBounds bounds() {
    return new ResourceBounds(new GasBound(0, tip), new GasBound(limit, price), GasBound.NONE);
  }
}
