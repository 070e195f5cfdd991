package dev.playloop.worlds.model.game;

import java.util.Optional;

/// A game's process. For all threads; closed by whoever started it.
public interface RunningGame extends AutoCloseable {
  /// Where players join it, and where it answers what was seen in it, as an HTTP address.
  String at();

  /// Where people watch it in a browser, as an HTTP address; empty where it was not started so.
  default Optional<String> page() {
    return Optional.empty();
  }

  /// Whether the story of its example goes on.
  boolean isPlaying();

  /// Why it ended, or its story did, before its time; in a sentence.
  Optional<String> failure();

  /// Ends it, with whatever it started.
  @Override
  void close();
}
