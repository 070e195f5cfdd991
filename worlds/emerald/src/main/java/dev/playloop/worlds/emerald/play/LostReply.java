package dev.playloop.worlds.emerald.play;

/// The answer to a press was lost, and the game does not show what it should have done: it may have
/// run, or may yet.
final class LostReply extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LostReply(String message) {
    super(message);
  }
}
