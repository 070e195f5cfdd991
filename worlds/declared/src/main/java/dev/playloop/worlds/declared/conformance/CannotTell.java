package dev.playloop.worlds.declared.conformance;

/// A check got no hold of what it looks at. It has not passed.
final class CannotTell extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean byGame;

  private CannotTell(String why, boolean byGame) {
    super(why);
    this.byGame = byGame;
  }

  /// The game keeps it from looking; `why` is a sentence about the game, without its subject.
  static CannotTell byGame(String why) {
    return new CannotTell(why, true);
  }

  /// Something here does.
  static CannotTell here(String why) {
    return new CannotTell(why, false);
  }

  boolean isByGame() {
    return byGame;
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
