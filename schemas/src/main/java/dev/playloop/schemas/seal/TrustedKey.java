package dev.playloop.schemas.seal;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Sha256;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/// An Ed25519 public key of somebody whose signatures count. Immutable.
///
/// @param id SHA-256 of the key in X.509 form, lower-case hex
public record TrustedKey(PublicKey key, String id) {
  static TrustedKey of(PublicKey key) {
    return new TrustedKey(key, Sha256.hex(key.getEncoded()));
  }

  /// From PEM, as `audit keygen` writes it beside the private key. `what` names it in errors.
  /// Throws [InvalidValueException].
  public static TrustedKey read(String pem, String what) {
    return decoded(Pem.read(pem, Pem.PUBLIC, what), what);
  }

  /// From what [#base64] gave. `what` names it in errors. Throws [InvalidValueException].
  public static TrustedKey ofBase64(String text, String what) {
    try {
      return decoded(Base64.getDecoder().decode(text), what);
    } catch (IllegalArgumentException e) {
      throw new InvalidValueException(what, "a public key in Base64", "other text");
    }
  }

  private static TrustedKey decoded(byte[] x509, String what) {
    try {
      return of(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(x509)));
    } catch (GeneralSecurityException e) {
      throw new InvalidValueException(
          what, "an Ed25519 public key", "something else: " + e.getMessage());
    }
  }

  /// The key in X.509 form, as a principal has it.
  public String base64() {
    return Base64.getEncoder().encodeToString(key.getEncoded());
  }

  public String pem() {
    return Pem.write(Pem.PUBLIC, key.getEncoded());
  }

  /// Whether this key made that signature over this message. Total.
  public boolean verifies(byte[] message, byte[] signature) {
    try {
      Signature check = Signature.getInstance("Ed25519");
      check.initVerify(key);
      check.update(message);
      return check.verify(signature);
    } catch (GeneralSecurityException e) {
      return false; // a signature of the wrong length is no signature
    }
  }
}
