package dev.playloop.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/// The token of an edge. Digests are compared, which have one length, in constant time: how long it
/// takes tells nothing about the token.
final class BearerToken {
  private final byte[] wanted;

  BearerToken(String token) {
    this.wanted = digest("Bearer " + token);
  }

  boolean isIn(@Nullable String authorization) {
    return MessageDigest.isEqual(wanted, digest(authorization == null ? "" : authorization));
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
