package dev.playloop.worlds.chain;

/// Who signs for an account of Starknet. Called on many threads at once.
public interface Signer extends AccountKey {
  /// The x coordinate of its public key.
  Felt publicKey();

  /// Throws [dev.playloop.worlds.model.WorldUnavailable] where a signer that is elsewhere does not
  /// answer; nothing is signed then.
  Signature sign(Felt hash) throws InterruptedException;
}
