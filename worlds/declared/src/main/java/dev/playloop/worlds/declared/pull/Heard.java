package dev.playloop.worlds.declared.pull;

/// How a puller's answer is taken.
sealed interface Heard {

  /// It is the action's end, or what follows is decided by it.
  ///
  /// @param late a later connection has taken over meanwhile
  record Counts(boolean late) implements Heard {}

  /// The action had ended before: nothing changes, and nothing is wrong.
  record Known() implements Heard {}

  /// It is of an older connection, and only the newest one can say this: nothing changes.
  record TooLate() implements Heard {}

  /// Nothing changes.
  ///
  /// @param why for whoever wrote the game
  record Refused(String why) implements Heard {}
}
