package dev.playloop.worlds.chain.crypto;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Signature;
import dev.playloop.worlds.chain.Signer;
import java.math.BigInteger;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.util.BigIntegers;

/// Signs with a private key that this process holds, and that no text of it ever shows. Signs the
/// same hash the same way each time: k is that of RFC 6979 with HMAC-SHA-256, where the hash counts
/// as a number, as in starknet.js. Thread-safe.
public final class KeySigner implements Signer {
  /// The hash is 252 bits wide and its 32 bytes are not, which RFC 6979 would cut to.
  private static final int SHIFT = 4;

  private static final int BYTES = 32;
  private static final String CURVE = "Starknet's curve";

  private final BigInteger key;
  private final Felt publicKey;

  private KeySigner(BigInteger key) {
    this.key = key;
    this.publicKey = StarkCurve.x(StarkCurve.times(StarkCurve.GENERATOR, key));
  }

  /// Throws [InvalidValueException] that does not show the key.
  public static KeySigner of(BigInteger privateKey) {
    return new KeySigner(PrivateKeyText.inRange(privateKey, StarkCurve.ORDER, CURVE));
  }

  /// Reads the text of a file; overwrites it. Throws [InvalidValueException] that does not show it.
  public static KeySigner reading(byte[] text) {
    return new KeySigner(PrivateKeyText.read(text, StarkCurve.ORDER, CURVE));
  }

  @Override
  public Felt publicKey() {
    return publicKey;
  }

  /// Throws [IllegalArgumentException] for a hash from 2^251 on, which no transaction can have but
  /// once in 2^54, and the chain would not verify.
  @Override
  public Signature sign(Felt hash) {
    BigInteger z = hash.value();
    if (z.compareTo(StarkCurve.BOUND) >= 0) {
      throw new IllegalArgumentException("a hash from 2^251 on can't be signed");
    }
    HMacDSAKCalculator nonces = new HMacDSAKCalculator(new SHA256Digest());
    nonces.init(StarkCurve.ORDER, key, BigIntegers.asUnsignedByteArray(BYTES, z.shiftLeft(SHIFT)));
    while (true) {
      BigInteger k = nonces.nextK();
      BigInteger r = StarkCurve.x(StarkCurve.times(StarkCurve.GENERATOR, k)).value();
      BigInteger sum = z.add(r.multiply(key)).mod(StarkCurve.ORDER);
      if (r.signum() == 0 || r.compareTo(StarkCurve.BOUND) >= 0 || sum.signum() == 0) {
        continue;
      }
      BigInteger w = k.multiply(sum.modInverse(StarkCurve.ORDER)).mod(StarkCurve.ORDER);
      if (w.signum() != 0 && w.compareTo(StarkCurve.BOUND) < 0) {
        return new Signature(Felt.of(r), Felt.of(w.modInverse(StarkCurve.ORDER)));
      }
    }
  }

  @Override
  public String toString() {
    return "KeySigner[" + publicKey + ", ***]";
  }
}
