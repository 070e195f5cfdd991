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
  static EvmFees of(ResourceBounds bounds) {
    return new EvmFees(
        bounds.l2Gas().maxAmount(), bounds.l2Gas().maxPrice(), bounds.l1Gas().maxPrice());
  }

  ResourceBounds bounds() {
    return new ResourceBounds(new GasBound(0, tip), new GasBound(limit, price), GasBound.NONE);
  }
}
