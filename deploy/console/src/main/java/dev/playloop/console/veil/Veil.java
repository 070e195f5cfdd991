package dev.playloop.console.veil;

import dev.playloop.schemas.seal.DataKey;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Texts that others keep for us: they can't be read, changed or made by who has no key (AES-GCM, a
/// random nonce each). Immutable.
public final class Veil {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int NONCE_BYTES = 12;

  /// Longer ones are none of ours.
  private static final int LONGEST = 1_024;

  private final DataKey key;

  /// @param use what the texts are for: those of one use are none of another
  public Veil(String use, byte[] key) {
    this.key = new DataKey(use, key);
  }

  /// By a key that is this process's alone.
  public static Veil fresh(String use) {
    return new Veil(use, random(DataKey.BYTES));
  }

  /// So many bytes that nobody guesses.
  public static byte[] random(int bytes) {
    byte[] random = new byte[bytes];
    RANDOM.nextBytes(random);
    return random;
  }

  /// The text, of letters, digits, `-` and `_`.
  public String hide(String text) {
    byte[] nonce = random(NONCE_BYTES);
    byte[] sealed = key.seal(nonce, text.getBytes(StandardCharsets.UTF_8));
    byte[] all = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
    System.arraycopy(sealed, 0, all, NONCE_BYTES, sealed.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
  }

  /// What was hidden; null where this is nothing that was hidden by this key for this use.
  public @Nullable String see(String hidden) {
    byte[] all;
    try {
      all = hidden.length() > LONGEST ? new byte[0] : Base64.getUrlDecoder().decode(hidden);
    } catch (IllegalArgumentException e) {
      return null;
    }
    if (all.length <= NONCE_BYTES) {
      return null;
    }
    byte[] plain =
        key.open(Arrays.copyOf(all, NONCE_BYTES), Arrays.copyOfRange(all, NONCE_BYTES, all.length));
    return plain == null ? null : new String(plain, StandardCharsets.UTF_8);
  }
}
