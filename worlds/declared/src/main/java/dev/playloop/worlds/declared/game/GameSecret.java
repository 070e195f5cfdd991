package dev.playloop.worlds.declared.game;

import dev.playloop.schemas.InvalidValueException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// What requests to one game are signed with; that game knows it, and no other. Printed as three
/// stars. Immutable.
public final class GameSecret {
  private static final int FEWEST_BYTES = 16;
  private static final String HMAC = "HmacSHA256";

  private final SecretKeySpec key;

  private GameSecret(SecretKeySpec key) {
    this.key = key;
  }

  /// Throws [InvalidValueException] where it is shorter than 16 bytes.
  public static GameSecret of(byte[] secret) {
    if (secret.length < FEWEST_BYTES) {
      throw new InvalidValueException(
          "secret", "at least " + FEWEST_BYTES + " bytes", secret.length + " bytes");
    }
    return new GameSecret(new SecretKeySpec(secret, HMAC));
  }

  /// The signature of a request: `v1=` and the HMAC-SHA-256, in hex, of time, method, path and body
  /// with a line feed between them. None of the first three can hold one, so no part of a request
  /// can be taken for another.
  ///
  /// @param path with its query, below the game's base
  public String sign(Instant at, String method, String path, byte[] body) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(key);
      String head = at.getEpochSecond() + "\n" + method + "\n" + path + "\n";
      mac.update(head.getBytes(StandardCharsets.UTF_8));
      return "v1=" + HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + HMAC, e);
    }
  }

  @Override
  public String toString() {
    return "***";
  }
}
