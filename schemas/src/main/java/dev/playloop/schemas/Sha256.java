package dev.playloop.schemas;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256 (FIPS 180-4) as lower-case hex.
public final class Sha256 {
  /// Never fed: a copy of it is had sooner than a new one is found among the providers.
  private static final MessageDigest BLANK = blank();

  private Sha256() {}

  /// Over the parts, one after the other.
  public static String hex(byte[]... parts) {
    MessageDigest digest = digest();
    for (byte[] part : parts) {
      digest.update(part);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /// Over the UTF-8 bytes of a text.
  public static String hex(String text) {
    return hex(text.getBytes(StandardCharsets.UTF_8));
  }

  /// A new digest.
  public static MessageDigest digest() {
    try {
      return (MessageDigest) BLANK.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the JDK's SHA-256 can be cloned", e);
    }
  }

  private static MessageDigest blank() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
