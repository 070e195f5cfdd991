package dev.playloop.http;

import org.jspecify.annotations.Nullable;

/// Who is logged in, by the cookie that a browser brings, and who looks by a token; asked for each
/// call anew. Safe for all threads.
public interface Sessions {
  /// The cookie's name.
  String cookie();

  /// Whose cookie has this SHA-256 (lower-case hex); null where it is nobody's, or its time is
  /// over. What is looked up is a digest: how long that takes tells nothing of a cookie.
  @Nullable Session find(String sha256);

  /// Whoever a token is of with this SHA-256 (lower-case hex), and may look by it without a
  /// session, but change nothing; null where it is nobody's, or nobody may.
  default @Nullable Caller reader(String sha256) {
    return null;
  }

  /// Somebody who is logged in. Immutable.
  ///
  /// @param caller as whom
  /// @param guard what every call that changes something brings in the header [#HEADER], since a
  ///   page of another site can have the cookie sent, and not read this
  record Session(Caller caller, Secret guard) {
    public static final String HEADER = "X-Playloop-Csrf";
  }
}
