package dev.playloop.console.index;

import dev.playloop.journal.JournalReader.Read;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What can be searched for in an entry, and a look at where something stands in it.
public final class EntryText {
  private static final int BEFORE = 60;
  private static final int LONGEST = 200;

  private EntryText() {}

  /// The text around the first of these words; null where none of it is there, or nobody can read
  /// it any more.
  public static @Nullable String around(Read read, String words) {
    String text = EntryFacts.of(read).text();
    String lower = text.toLowerCase(Locale.ROOT);
    for (String word : words.strip().toLowerCase(Locale.ROOT).split("\\s+", 17)) {
      int at = word.isEmpty() ? -1 : lower.indexOf(word);
      if (at >= 0 && lower.length() == text.length()) {
        return cut(text, Math.max(0, at - BEFORE));
      }
    }
    return text.isBlank() ? null : cut(text, 0);
  }

  private static String cut(String text, int from) {
    int begin = from > 0 && Character.isLowSurrogate(text.charAt(from)) ? from - 1 : from;
    int end = Math.min(text.length(), begin + LONGEST);
    if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
      end--;
    }
    return text.substring(begin, end).replace('\n', ' ').strip();
  }
}
