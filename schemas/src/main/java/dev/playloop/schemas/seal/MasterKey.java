package dev.playloop.schemas.seal;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.journal.SubjectKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// The key that data keys are wrapped with on `subject-keys`. Whoever has it and reads that topic
/// reads every payload that is not erased. Immutable; prints its id only.
public final class MasterKey {
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final int ID_LENGTH = 16;

  private final SecretKeySpec key;
  private final String id;
  private final SecureRandom random = new SecureRandom();

  private MasterKey(byte[] bytes) {
    this.key = new SecretKeySpec(bytes, "AES");
    this.id = Sha256.hex(bytes).substring(0, ID_LENGTH);
  }

  /// `what` names it in errors, which say nothing of the key itself. Throws
  /// [InvalidValueException].
  public static MasterKey read(String base64, String what) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(base64.strip());
    } catch (IllegalArgumentException e) {
      throw wrong(what);
    }
    if (bytes.length != DataKey.BYTES) {
      throw wrong(what);
    }
    return new MasterKey(bytes);
  }

  private static InvalidValueException wrong(String what) {
    return new InvalidValueException(
        what, "32 random bytes in Base64, such as 'openssl rand -base64 32' makes", "other text");
  }

  /// What keys that it wrapped name it by.
  public String id() {
    return id;
  }

  /// `bytes` random ones.
  public byte[] random(int bytes) {
    byte[] fresh = new byte[bytes];
    random.nextBytes(fresh);
    return fresh;
  }

  /// The data key `keyId` for the topic.
  public String wrap(String keyId, byte[] dataKey) {
    byte[] nonce = random(NONCE_BYTES);
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, keyId).doFinal(dataKey);
      byte[] all = Arrays.copyOf(nonce, nonce.length + sealed.length);
      System.arraycopy(sealed, 0, all, nonce.length, sealed.length);
      return Base64.getEncoder().encodeToString(all);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-GCM", e);
    }
  }

  /// Null where another master key wrapped it.
  public @Nullable DataKey unwrap(SubjectKey key) {
    return unwrap(key.id(), key.wrapped());
  }

  /// The same for what [#wrap] gave for the key of this id; null for any other text.
  public @Nullable DataKey unwrap(String keyId, String wrapped) {
    try {
      byte[] all = Base64.getDecoder().decode(wrapped);
      byte[] nonce = Arrays.copyOf(all, NONCE_BYTES);
      return new DataKey(
          keyId,
          cipher(Cipher.DECRYPT_MODE, nonce, keyId)
              .doFinal(all, NONCE_BYTES, Math.max(0, all.length - NONCE_BYTES)));
    } catch (AEADBadTagException | IllegalArgumentException e) {
      return null;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-GCM", e);
    }
  }

  private Cipher cipher(int mode, byte[] nonce, String keyId) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(keyId.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }

  @Override
  public String toString() {
    return "master key " + id;
  }
}
