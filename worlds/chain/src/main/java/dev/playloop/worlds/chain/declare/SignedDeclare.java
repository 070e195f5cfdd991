package dev.playloop.worlds.chain.declare;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Signer;
import java.util.List;

/// A declaration with its hash on one chain and its signature. Immutable.
public record SignedDeclare(DeclareTransaction transaction, Felt hash, List<Felt> signature) {
  public SignedDeclare {
    signature = List.copyOf(signature);
  }

  public static SignedDeclare of(DeclareTransaction transaction, Felt chainId, Signer signer)
      throws InterruptedException {
    Felt hash = transaction.hash(chainId);
    return new SignedDeclare(transaction, hash, signer.sign(hash).words());
  }
}
