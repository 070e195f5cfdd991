package dev.playloop.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// The token of an edge. Digests are compared, which have one length, in constant time: how long it
/// takes tells nothing about the token.
final class BearerToken {
  private static final String SCHEME = "Bearer ";

  private final byte[] wanted;

  BearerToken(String token) {
    this.wanted = digest(SCHEME + token);
  }

  boolean isIn(@Nullable String authorization) {
    return MessageDigest.isEqual(wanted, digest(authorization == null ? "" : authorization));
  }

  /// The SHA-256 of the token that a caller brings, lower-case hex; null where it brings none.
  static @Nullable String brought(@Nullable String authorization) {
    return authorization != null && authorization.startsWith(SCHEME)
        ? sha256(authorization.substring(SCHEME.length()))
        : null;
  }

  /// Of a token or a cookie, lower-case hex.
  static String sha256(String text) {
    return HexFormat.of().formatHex(digest(text));
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
