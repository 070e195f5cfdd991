package dev.playloop.schemas;

import java.text.Normalizer;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Finds the valid name a wrong one was probably meant to be.
public final class Nearest {
  /// Small letters of Cyrillic, Greek, Armenian and Latin that look like those below them.
  private static final String TWINS =
      "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d"
          + "\u043a\u043c\u043d\u0442\u0432\u04cf\u03b1\u03bf\u03c1\u03bd\u03c4\u03c5\u03b9\u03ba"
          + "\u03b5\u03c7\u03b3\u0585\u0578\u057d\u0570\u0261\u0131\u0251\u0269\u01c0";

  private static final String LATIN = "aeopcyxijshdqwkmhtblaopvtuikexyonuhgiail";

  private Nearest() {}

  /// The nearest candidate by edit distance over letters and digits in lower case, if at most a
  /// third of its length away or contained; else null.
  public static @Nullable String of(String wrong, Collection<String> candidates) {
    String best = null;
    int bestDistance = Integer.MAX_VALUE;
    String from = folded(wrong);
    for (String candidate : candidates) {
      String to = folded(candidate);
      int distance = from.length() > 64 ? Integer.MAX_VALUE : distance(from, to);
      boolean contained =
          from.length() >= 3 && to.length() >= 3 && (to.contains(from) || from.contains(to));
      int limit = to.length() <= 3 ? 1 : Math.max(2, to.length() / 3);
      if ((distance <= limit || contained) && distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  }

  /// Letters and digits in lower case, each as the Latin one that it looks like: a model can't see
  /// that its `е` is Cyrillic.
  private static String folded(String name) {
    String plain = Normalizer.normalize(Text.cut(name, 200), Normalizer.Form.NFKD);
    StringBuilder folded = new StringBuilder(plain.length());
    for (char c : plain.toLowerCase(Locale.ROOT).toCharArray()) {
      int twin = TWINS.indexOf(c);
      char latin = twin < 0 ? c : LATIN.charAt(twin);
      if ((latin >= 'a' && latin <= 'z') || (latin >= '0' && latin <= '9')) {
        folded.append(latin);
      }
    }
    return folded.toString();
  }

  /// Levenshtein distance, two rows.
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitution = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(substitution, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
