package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.SignedInvoke;
import java.math.BigInteger;
import java.util.List;

/// An INVOKE transaction of version 3 as it arrives. Data of a paymaster, of an account's
/// deployment and availability off L1 are nothing that Starknet takes today: there are no fields
/// for them. Immutable.
public record Broadcast(
    Felt sender, Felt nonce, Offer offer, List<Felt> calldata, List<Felt> signature) {
  private static final int TIP_BITS = 64;

  public Broadcast {
    calldata = List.copyOf(calldata);
    signature = List.copyOf(signature);
  }

  /// What it offers at most.
  ///
  /// @param tip in FRI for each unit of L2 gas, 64 bits
  public record Offer(BigInteger tip, ResourceBounds bounds) {
    /// Throws [IllegalArgumentException] for a tip of other size.
    public Offer {
      if (tip.signum() < 0 || tip.bitLength() > TIP_BITS) {
        throw new IllegalArgumentException("a tip is an unsigned u64");
      }
    }

    /// The most that it can cost, in FRI.
    BigInteger cost() {
      return bounds.cost().add(tip.multiply(BigInteger.valueOf(bounds.l2Gas().maxAmount())));
    }
  }

  /// As a client of ours sends it.
  public static Broadcast of(SignedInvoke signed) {
    return new Broadcast(
        signed.transaction().sender(),
        signed.transaction().nonce(),
        new Offer(BigInteger.ZERO, signed.transaction().bounds()),
        signed.transaction().calldata(),
        signed.signature());
  }

  /// The most that it can cost, in FRI.
  public BigInteger cost() {
    return offer.cost();
  }
}
