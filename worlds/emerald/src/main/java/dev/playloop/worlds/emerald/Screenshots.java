package dev.playloop.worlds.emerald;

import dev.playloop.worlds.emerald.mgba.Mgba;

/// Keeps pictures of the screen.
interface Screenshots {
  /// Takes one now.
  Shot take(Mgba mgba) throws InterruptedException;

  /// What came of it. Closed.
  sealed interface Shot {
    /// Kept under the SHA-256 of its bytes, lower-case hex; `url` is where a person finds it.
    record Kept(String sha256, String url) implements Shot {}

    /// There is none, and why.
    record Missing(String why) implements Shot {}
  }

  /// Takes none.
  static Screenshots none() {
    return mgba -> new Shot.Missing("screenshots are not configured");
  }
}
