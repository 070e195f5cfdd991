package dev.playloop.loop.talk;

import java.text.Normalizer;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/// Finds exchanges by the words that they have in common with a text. Deterministic: no language,
/// no clock, no score that depends on what else is kept. Pure functions.
///
/// A word is a run of letters, marks and digits (Unicode's classes), in compatibility form (NFKC)
/// and lower case; an ideograph is a word of its own, since nothing stands between those.
public final class TalkSearch {
  /// How many exchanges are found at most.
  public static final int MOST = 5;

  private TalkSearch() {}

  /// The different words of a text, in the order they come.
  static Set<String> of(String text) {
    Set<String> words = new LinkedHashSet<>();
    StringBuilder word = new StringBuilder();
    Normalizer.normalize(text, Normalizer.Form.NFKC)
        .toLowerCase(Locale.ROOT)
        .codePoints()
        .forEach(c -> {
          if (Character.isIdeographic(c)) {
            end(word, words);
            words.add(Character.toString(c));
          } else if (isPart(c)) {
            word.appendCodePoint(c);
          } else {
            end(word, words);
          }
        });
    end(word, words);
    return words;
  }

  /// The exchanges with words in common with `text`: those with most first, of equal ones the
  /// newest first.
  public static List<Spoken> find(String text, Talk talk) {
    Set<String> asked = of(text);
    List<Spoken> said = talk.said();
    record Found(int at, int common) {}
    return IntStream.range(0, said.size())
        .mapToObj(i -> new Found(i, common(asked, said.get(i))))
        .filter(found -> found.common > 0)
        .sorted(Comparator.comparingInt(Found::common).thenComparingInt(Found::at).reversed())
        .limit(MOST)
        .map(found -> said.get(found.at))
        .toList();
  }

  private static int common(Set<String> asked, Spoken spoken) {
    Set<String> words = of(spoken.heard() + "\n" + spoken.answered());
    words.retainAll(asked);
    return words.size();
  }

  private static boolean isPart(int c) {
    int type = Character.getType(c);
    return Character.isLetterOrDigit(c)
        || type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK;
  }

  private static void end(StringBuilder word, Set<String> words) {
    if (!word.isEmpty()) {
      words.add(word.toString());
      word.setLength(0);
    }
  }
}
