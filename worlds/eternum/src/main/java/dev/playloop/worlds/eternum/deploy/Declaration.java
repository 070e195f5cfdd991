package dev.playloop.worlds.eternum.deploy;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.InvokeTransaction;
import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.crypto.Poseidon;
import java.util.List;

/// A DECLARE transaction of version 3. Its hash is that of Starknet's documentation, "Transactions:
/// v3 hash calculation".
record Declaration(Felt sender, Felt nonce, ResourceBounds bounds, GameClass declared) {
  private static final Felt DECLARE = Felt.shortString("declare");

  Felt hash(Felt chainId) {
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
            declared.compiledClassHash()));
  }
}
