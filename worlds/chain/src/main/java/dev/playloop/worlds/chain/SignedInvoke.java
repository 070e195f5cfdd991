package dev.playloop.worlds.chain;

import java.util.List;

/// A transaction with its hash on one chain and its signature: the very bytes that are sent, and
/// sent again. Immutable.
///
/// @param signature what the account's contract checks; two words of the account class that we know
public record SignedInvoke(InvokeTransaction transaction, Felt hash, List<Felt> signature) {
  public SignedInvoke {
    signature = List.copyOf(signature);
  }

  public static SignedInvoke of(InvokeTransaction transaction, Felt chainId, Signer signer)
      throws InterruptedException {
    Felt hash = transaction.hash(chainId);
    return new SignedInvoke(transaction, hash, signer.sign(hash).words());
  }
}
