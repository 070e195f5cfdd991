package dev.playloop.worlds.declared.conformance;

import java.io.IOException;

/// Kills the game under test as it is, without a word to it, and starts it again at the same
/// address. Returns as soon as it was started.
@FunctionalInterface
public interface Restart {
  /// Throws [IOException] that says why it could not be restarted.
  void restart() throws IOException, InterruptedException;
}
