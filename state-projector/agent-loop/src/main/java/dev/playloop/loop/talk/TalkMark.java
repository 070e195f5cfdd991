package dev.playloop.loop.talk;

import java.time.Instant;

/// What an agent's index has of the talk with one counterpart, so that another exchange can be
/// added, and it be decided who is forgotten, without reading what was said. Immutable.
///
/// @param hash the rolling hash behind the last exchange
/// @param count how many there were, those among them that are not kept any more
/// @param largest bytes of the largest
/// @param importance that of the most important
/// @param at when the last was
public record TalkMark(String hash, long count, int largest, double importance, Instant at) {
  /// What a talk counts at least: the index has a bound, too.
  static final int LEAST = 4 * 1024;

  static TalkMark of(String with, Spoken first) {
    return new TalkMark(
        first.after(Talk.start(with)), 1, first.bytes(), first.importance(), first.at());
  }

  TalkMark and(Spoken one) {
    return new TalkMark(
        one.after(hash),
        count + 1,
        Math.max(largest, one.bytes()),
        Math.max(importance, one.importance()),
        one.at());
  }

  /// The most bytes that what is kept of it takes, of the agent's [Talks#MAX_BYTES].
  long bytes() {
    long kept = Math.min(count, Talk.MAX_EXCHANGES) * largest;
    return Math.clamp(kept, LEAST, Talk.MAX_BYTES);
  }
}
