package dev.playloop.worlds.chain.simulator;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Signature;
import dev.playloop.worlds.chain.crypto.VerifyingKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Checks signatures on Starknet's curve. Remembers the points of at most [#MOST] keys.
/// Thread-safe.
public final class CurveSignatures implements SignatureCheck {
  private static final int MOST = 4_096;

  private final Map<Felt, VerifyingKey> keys = new ConcurrentHashMap<>();

  @Override
  public boolean isSigned(Felt publicKey, Felt hash, Felt r, Felt s) {
    if (keys.size() >= MOST) {
      keys.clear();
    }
    try {
      return keys.computeIfAbsent(publicKey, VerifyingKey::of).verifies(hash, new Signature(r, s));
    } catch (InvalidValueException noPoint) {
      return false;
    }
  }
}
