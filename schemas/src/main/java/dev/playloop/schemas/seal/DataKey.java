package dev.playloop.schemas.seal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// The key that payloads of one data subject at one agent are sealed with: AES-256-GCM of the JDK.
/// The nonce is the beginning of an entry's random salt (96 bits), good for some 2^32 entries a
/// key. Immutable; prints its id only.
public final class DataKey {
  public static final int BYTES = 32;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final String id;
  private final SecretKeySpec key;

  public DataKey(String id, byte[] key) {
    if (key.length != BYTES) {
      throw new IllegalArgumentException("key: expected 32 bytes, got " + key.length);
    }
    this.id = id;
    this.key = new SecretKeySpec(key, "AES");
  }

  public String id() {
    return id;
  }

  /// The bytes sealed; of the salt the first 12 bytes count.
  public byte[] seal(byte[] salt, byte[] plain) {
    try {
      return cipher(Cipher.ENCRYPT_MODE, salt).doFinal(plain);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-GCM", e);
    }
  }

  /// What was sealed; null where it was not sealed with this key and salt, whatever the bytes are.
  public byte @Nullable [] open(byte[] salt, byte[] sealed) {
    try {
      return cipher(Cipher.DECRYPT_MODE, salt).doFinal(sealed);
    } catch (AEADBadTagException e) {
      return null;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-GCM", e);
    }
  }

  private Cipher cipher(int mode, byte[] salt) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, Arrays.copyOf(salt, NONCE_BYTES)));
    cipher.updateAAD(id.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }

  @Override
  public String toString() {
    return "data key " + id;
  }
}
