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
  DOUBLED(false);

  private final boolean excuses;

  Blow(boolean excuses) {
    this.excuses = excuses;
  }

  boolean excuses() {
    return excuses;
  }

  boolean kills() {
    return this == KILLED || this == FORGETS;
  }

  String word() {
    return "game " + name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
