package dev.playloop.loop.talk;

import org.jspecify.annotations.Nullable;

/// An exchange that a step adds to what was said with a counterpart.
///
/// @param before the rolling hash before it
public record TalkAdded(String with, String before, Spoken spoken) {
  /// What is kept now.
  ///
  /// @param talk what was kept before; where that is not there, or is another, only this is
  public Talk after(@Nullable Talk talk) {
    Talk known =
        talk != null && talk.with().equals(with) && talk.hash().equals(before)
            ? talk
            : Talk.nothingBehind(with, before);
    return known.and(spoken);
  }
}
