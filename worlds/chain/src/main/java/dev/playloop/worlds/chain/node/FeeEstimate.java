package dev.playloop.worlds.chain.node;

import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.ResourceBounds;
import java.math.BigInteger;

/// What a transaction would take now: of each gas the amount, and the price of a unit in FRI.
public record FeeEstimate(GasBound l1Gas, GasBound l2Gas, GasBound l1DataGas) {
  /// In FRI.
  public BigInteger fee() {
    return bounds().cost();
  }

  public ResourceBounds bounds() {
    return new ResourceBounds(l1Gas, l2Gas, l1DataGas);
  }
}
