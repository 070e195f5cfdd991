package dev.playloop.worlds.chain.crypto;

import dev.playloop.schemas.InvalidValueException;
import java.math.BigInteger;
import java.util.Arrays;

/// A private key as it stands in a file: `0x` and hex digits, in ASCII, with white space at the
/// end. Nothing that is told of it shows it.
public final class PrivateKeyText {
  private static final int BYTES = 32;
  private static final int MAX_DIGITS = 2 * BYTES;

  private PrivateKeyText() {}

  /// Reads it, and overwrites it. Throws [InvalidValueException].
  ///
  /// @param curve to which the key belongs, for the message
  public static BigInteger read(byte[] text, BigInteger order, String curve) {
    byte[] number = new byte[BYTES];
    try {
      int end = text.length;
      while (end > 0 && text[end - 1] <= ' ' && text[end - 1] > 0) {
        end--;
      }
      int digits = end - 2;
      if (digits < 1 || digits > MAX_DIGITS || text[0] != '0' || text[1] != 'x') {
        throw refused(curve, "another text");
      }
      for (int i = 0; i < digits; i++) {
        int digit = Character.digit(text[end - 1 - i], 16);
        if (digit < 0) {
          throw refused(curve, "another text");
        }
        number[BYTES - 1 - i / 2] |= (byte) (digit << (i % 2 == 0 ? 0 : 4));
      }
      return inRange(new BigInteger(1, number), order, curve);
    } finally {
      Arrays.fill(text, (byte) 0);
      Arrays.fill(number, (byte) 0);
    }
  }

  /// The key, above 0 and below the order. Throws [InvalidValueException].
  public static BigInteger inRange(BigInteger key, BigInteger order, String curve) {
    if (key.signum() <= 0 || key.compareTo(order) >= 0) {
      throw refused(curve, "another number");
    }
    return key;
  }

  private static InvalidValueException refused(String curve, String got) {
    return new InvalidValueException(
        "privateKey", "0x and hex digits, above 0 and below the order of " + curve, got);
  }
}
