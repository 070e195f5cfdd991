package dev.playloop.schemas;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Finds the valid name a wrong one was probably meant to be.
public final class Nearest {
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

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
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
