package dev.playloop.ingest.stream;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Text;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where a reader is: behind this piece of news. The offsets are those of the agent's partition of
/// the journal, so nobody has to remember what a reader has got. A reader may bring any numbers:
/// they say no more than where to begin among what it may see. Immutable.
///
/// @param since the offset of the decision that called what comes next; where to begin to know it
/// @param offset of the entry
/// @param number the piece of news in its entry, from 1; 0 is before all of them
record NewsId(long since, long offset, int number) {
  /// Before everything.
  static final NewsId OLDEST = new NewsId(0, 0, 0);

  private static final Pattern FORM =
      Pattern.compile("(0|[1-9][0-9]{0,17})\\.(0|[1-9][0-9]{0,17})\\.(0|[1-9][0-9]?)");
  private static final int SHOWN = 80;

  /// Throws [InvalidValueException].
  static NewsId parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (matcher.matches()) {
      long since = Long.parseLong(matcher.group(1));
      long offset = Long.parseLong(matcher.group(2));
      if (since <= offset) {
        return new NewsId(since, offset, Integer.parseInt(matcher.group(3)));
      }
    }
    throw new InvalidValueException(
        "Last-Event-ID",
        "the id of the last event, as it came, or " + OLDEST + " for the oldest that there is",
        "'" + Text.brief(text, SHOWN) + "'");
  }

  boolean isBehind(NewsId other) {
    return offset > other.offset || (offset == other.offset && number > other.number);
  }

  @Override
  public String toString() {
    return since + "." + offset + "." + number;
  }
}
