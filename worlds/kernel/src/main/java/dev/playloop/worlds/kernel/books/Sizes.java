package dev.playloop.worlds.kernel.books;

import java.nio.charset.StandardCharsets;

/// What text takes on disk, and how much of it is shown.
public final class Sizes {
  public static final int PREVIEW = 300;
  public static final int INTENT = 1_000;

  private Sizes() {}

  public static long utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /// At most `max` characters, never half a pair.
  public static String head(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max;
    return text.substring(0, end) + "…";
  }
}
