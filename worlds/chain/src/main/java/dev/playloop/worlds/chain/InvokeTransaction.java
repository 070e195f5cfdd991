package dev.playloop.worlds.chain;

import java.math.BigInteger;
import java.util.List;

/// An INVOKE transaction of version 3 that is not signed: no tip, no paymaster, data on L1.
/// Immutable. Its hash, which is known before anything is sent, is that of Starknet's
/// documentation, "Transactions: v3 hash calculation".
///
/// @param calldata what the account executes, see [ContractCall#multicall]
public record InvokeTransaction(
    Felt sender, Felt nonce, ResourceBounds bounds, List<Felt> calldata) {
  private static final Felt INVOKE = Felt.shortString("invoke");
  private static final Felt VERSION = Felt.of(3);

  /// The version by which a transaction can be estimated and never be sent: 2^128 + 3.
  private static final Felt QUERY_VERSION =
      Felt.of(BigInteger.TWO.pow(128).add(BigInteger.valueOf(3)));

  private static final int NAME_SHIFT = 192;
  private static final int AMOUNT_SHIFT = 128;

  public InvokeTransaction {
    calldata = List.copyOf(calldata);
  }

  public static InvokeTransaction of(
      Felt sender, Felt nonce, ResourceBounds bounds, List<ContractCall> calls) {
    return new InvokeTransaction(sender, nonce, bounds, ContractCall.multicall(calls));
  }

  public static Felt version(boolean query) {
    return query ? QUERY_VERSION : VERSION;
  }

  public Felt hash(Felt chainId) {
    return hash(chainId, false);
  }

  /// @param query whether it is the hash of an estimate's version, which no node takes as sent
  public Felt hash(Felt chainId, boolean query) {
    return Poseidon.hash(
        List.of(
            INVOKE,
            version(query),
            sender,
            feeHash(Felt.ZERO, bounds),
            Poseidon.hash(List.of()), // paymaster data
            chainId,
            nonce,
            Felt.ZERO, // data availability of nonce and fee: both L1
            Poseidon.hash(List.of()), // account deployment data
            Poseidon.hash(calldata)));
  }

  /// The part of each version-3 hash that stands for tip and bounds.
  public static Felt feeHash(Felt tip, ResourceBounds bounds) {
    return Poseidon.hash(
        List.of(
            tip,
            bound("L1_GAS", bounds.l1Gas()),
            bound("L2_GAS", bounds.l2Gas()),
            bound("L1_DATA", bounds.l1DataGas())));
  }

  private static Felt bound(String name, GasBound bound) {
    return Felt.of(
        Felt.shortString(name)
            .value()
            .shiftLeft(NAME_SHIFT)
            .or(BigInteger.valueOf(bound.maxAmount()).shiftLeft(AMOUNT_SHIFT))
            .or(bound.maxPrice()));
  }
}
