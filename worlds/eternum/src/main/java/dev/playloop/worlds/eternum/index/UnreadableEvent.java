package dev.playloop.worlds.eternum.index;

/// An event of which no record can be made. Its message is one of few: it is counted by it.
final class UnreadableEvent extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableEvent(String reason) {
    super(reason, null, false, false);
  }
}
