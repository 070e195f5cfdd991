package dev.playloop.worlds.chain.declare;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.Poseidon;
import dev.playloop.worlds.chain.ResourceBounds;
import java.util.List;

/// A DECLARE transaction of version 3 that is not signed: no tip, no paymaster, data on L1.
/// Immutable. Its hash is that of Starknet's documentation, "Transactions: v3 hash calculation".
///
/// @param compiledClassHash see [CompiledClassHash]
public record DeclareTransaction(
    Felt sender, Felt nonce, ResourceBounds bounds, SierraClass declared, Felt compiledClassHash) {
  private static final Felt DECLARE = Felt.shortString("declare");

  public Felt hash(Felt chainId) {
    return Poseidon.hash(
        List.of(
            DECLARE,
            InvokeTransaction.version(false),
            sender,
            InvokeTransaction.feeHash(Felt.ZERO, bounds),
            Poseidon.hash(List.of()), // paymaster data
            chainId,
            nonce,
            Felt.ZERO, // data availability of nonce and fee: both L1
            Poseidon.hash(List.of()), // account deployment data
            declared.classHash(),
            compiledClassHash));
  }
}
