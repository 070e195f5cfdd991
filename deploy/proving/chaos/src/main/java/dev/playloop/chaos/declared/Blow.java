package dev.playloop.chaos.declared;

import java.util.Locale;

/// What happens to a game. `excuses` says whether an action that was open then may stay UNKNOWN:
/// where the game forgot, or could not be asked for a while. After all else it must be told.
enum Blow {
  KILLED(true),
  FORGETS(true),
  FROZEN(true),
  CUT(true),
  ANSWERS_CUT(true),
  HTML(true),
  /// What was sent may still be on its way to the game, so "not done" is no end.
  RESET(true),
  SLOW(false),
  MUTE(false),
  FULL(false),
  DOUBLED(false),
  /// Of those that fetch: it dies when it is next told to act, before or after it does.
  DIES_BEFORE_IT_ACTS(false),
  DIES_BEFORE_IT_ANSWERS(false),
  /// Another process of its name fetches beside it.
  RIVALLED(false);

  private final boolean excuses;

  Blow(boolean excuses) {
    this.excuses = excuses;
  }

  boolean excuses() {
    return excuses;
  }

  boolean kills() {
    return switch (this) {
      case KILLED, FORGETS, DIES_BEFORE_IT_ACTS, DIES_BEFORE_IT_ANSWERS -> true;
      case FROZEN, CUT, ANSWERS_CUT, HTML, RESET, SLOW, MUTE, FULL, DOUBLED, RIVALLED -> false;
    };
  }

  String word(GameKind kind) {
    return kind.name().toLowerCase(Locale.ROOT)
        + " game "
        + name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
