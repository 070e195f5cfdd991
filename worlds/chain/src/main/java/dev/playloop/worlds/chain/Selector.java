package dev.playloop.worlds.chain;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.bouncycastle.crypto.digests.KeccakDigest;

/// By what the chain knows an entrypoint, an event or a model: the lowest 250 bits of the
/// Keccak-256 of its name ("starknet_keccak").
public final class Selector {
  private static final BigInteger MASK = BigInteger.TWO.pow(250).subtract(BigInteger.ONE);

  private Selector() {}

  public static Felt of(String name) {
    return keccak(name.getBytes(StandardCharsets.UTF_8));
  }

  /// The same of any bytes.
  public static Felt keccak(byte[] bytes) {
    KeccakDigest digest = new KeccakDigest(256);
    digest.update(bytes, 0, bytes.length);
    byte[] hash = new byte[32];
    digest.doFinal(hash, 0);
    return Felt.of(new BigInteger(1, hash).and(MASK));
  }
}
