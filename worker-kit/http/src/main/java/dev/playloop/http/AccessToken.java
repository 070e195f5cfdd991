package dev.playloop.http;

import java.security.SecureRandom;
import java.util.HexFormat;

/// A secret for one start of a listening process.
public final class AccessToken {
  private static final int BYTES = 24;
  private static final SecureRandom RANDOM = new SecureRandom();

  private AccessToken() {}

  public static String fresh() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
