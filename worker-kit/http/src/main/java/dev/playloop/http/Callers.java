package dev.playloop.http;

import org.jspecify.annotations.Nullable;

/// Who may call an edge, which asks for each call anew: who is added or revoked meanwhile is so
/// from the next call on. Safe for all threads.
public interface Callers {
  /// Whose token has this SHA-256 (lower-case hex); null where it is nobody's. What is looked up is
  /// a digest: how long that takes tells nothing of a token. Throws [Problem.Refused] where it
  /// can't be told now.
  @Nullable Caller find(String sha256);

  /// Who calls without a token; null where nobody may.
  @Nullable Caller anonymous();
}
