package dev.playloop.worlds.declared.conformance;

import org.jspecify.annotations.Nullable;

/// One thing that a game owes.
///
/// @param name such as `once.same-id`
/// @param owed what it is, in a sentence about the game
/// @param after the check without whose passing this one can't tell anything; null where there is
///   none
/// @param look how it is found out
record Check(String name, String owed, @Nullable String after, Look look) {
  static Check of(String name, String owed, Look look) {
    return new Check(name, owed, null, look);
  }

  Check after(String other) {
    return new Check(name, owed, other, look);
  }

  /// What the game did instead, as a sentence without its subject; null where it did what it owes.
  /// Throws [CannotTell] where that can't be found out.
  @FunctionalInterface
  interface Look {
    @Nullable String fault(Hand hand) throws InterruptedException;
  }
}
