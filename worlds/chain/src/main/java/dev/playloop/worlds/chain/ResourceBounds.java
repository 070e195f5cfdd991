package dev.playloop.worlds.chain;

import java.math.BigInteger;

/// What a transaction may take at most of each kind of gas. Other libraries order the three
/// differently: build it by name. A chain with one kind of gas has all of it in `l2Gas`.
public record ResourceBounds(GasBound l1Gas, GasBound l2Gas, GasBound l1DataGas) {
  /// As estimates carry them.
  public static final ResourceBounds NONE =
      new ResourceBounds(GasBound.NONE, GasBound.NONE, GasBound.NONE);

  /// The most that the transaction can cost, in the smallest unit of the chain's money.
  public BigInteger cost() {
    return l1Gas.cost().add(l2Gas.cost()).add(l1DataGas.cost());
  }
}
