package dev.playloop.schemas.seal;

import dev.playloop.schemas.InvalidValueException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;

/// An Ed25519 private key (RFC 8032) of the JDK, and the public key that belongs to it. Immutable;
/// never prints itself.
public final class SigningKey {
  private final PrivateKey key;
  private final TrustedKey trusted;

  private SigningKey(PrivateKey key, TrustedKey trusted) {
    this.key = key;
    this.trusted = trusted;
  }

  /// A new key from the system's random source.
  public static SigningKey generate() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      return new SigningKey(pair.getPrivate(), TrustedKey.of(pair.getPublic()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has Ed25519", e);
    }
  }

  /// From PEM in PKCS#8. `what` names it in errors, which say nothing of the key itself. Throws
  /// [InvalidValueException].
  public static SigningKey read(String pem, String what) {
    try {
      PrivateKey key =
          KeyFactory.getInstance("Ed25519")
              .generatePrivate(new PKCS8EncodedKeySpec(Pem.read(pem, Pem.PRIVATE, what)));
      byte[] seed =
          ((EdECPrivateKey) key)
              .getBytes()
              .orElseThrow(() -> new InvalidValueException(what, "a key with bytes", "none"));
      return new SigningKey(key, publicOf(seed));
    } catch (GeneralSecurityException e) {
      throw new InvalidValueException(
          what,
          "an Ed25519 private key in PKCS#8",
          "something else; 'playloop audit keygen --out FILE' makes one");
    }
  }

  /// The JDK derives a public key from a seed only while it generates a pair.
  private static TrustedKey publicOf(byte[] seed) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
    generator.initialize(NamedParameterSpec.ED25519, new Fixed(seed));
    return TrustedKey.of(generator.generateKeyPair().getPublic());
  }

  public TrustedKey trusted() {
    return trusted;
  }

  public String pem() {
    return Pem.write(Pem.PRIVATE, key.getEncoded());
  }

  public byte[] sign(byte[] message) {
    try {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(key);
      signature.update(message);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Ed25519 can't sign", e);
    }
  }

  /// Names the key, and does not show it.
  @Override
  public String toString() {
    return "signing key " + trusted.id();
  }

  /// Gives the seed where random bytes are asked for.
  private static final class Fixed extends SecureRandom {
    private static final long serialVersionUID = 1L;
    private final byte[] seed;

    Fixed(byte[] seed) {
      this.seed = seed.clone();
    }

    @Override
    public void nextBytes(byte[] bytes) {
      System.arraycopy(Arrays.copyOf(seed, bytes.length), 0, bytes, 0, bytes.length);
    }
  }
}
