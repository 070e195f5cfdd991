package dev.playloop.audit.checkpoint;

import dev.playloop.schemas.Sha256;
import dev.playloop.settings.InvalidSettingException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;

/// An Ed25519 public key that checkpoints may be signed with. Immutable.
///
/// @param id SHA-256 of the key in X.509 form, lower-case hex
public record TrustedKey(PublicKey key, String id) {
  static TrustedKey of(PublicKey key) {
    return new TrustedKey(key, Sha256.hex(key.getEncoded()));
  }

  /// From PEM, as `audit keygen` writes it beside the private key. `what` names it in errors.
  public static TrustedKey read(String pem, String what) {
    try {
      return of(
          KeyFactory.getInstance("Ed25519")
              .generatePublic(new X509EncodedKeySpec(Pem.read(pem, Pem.PUBLIC, what))));
    } catch (GeneralSecurityException e) {
      throw new InvalidSettingException(
          what + ": expected an Ed25519 public key, got something else: " + e.getMessage());
    }
  }

  public String pem() {
    return Pem.write(Pem.PUBLIC, key.getEncoded());
  }

  boolean verifies(byte[] message, byte[] signature) {
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
