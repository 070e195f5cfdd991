package dev.playloop.schemas;

import java.nio.charset.StandardCharsets;

/// Java strings may hold half a surrogate pair, which no other form of text can. These keep whole
/// what is whole, and count characters as a reader would: by code points. Pure functions.
public final class Text {
  private Text() {}

  /// How many characters it has.
  public static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /// At most its first `max` characters.
  public static String cut(String text, int max) {
    return text.length() <= max ? text : text.substring(0, end(text, max));
  }

  /// At most its first `max` characters, with `…` where some are missing.
  public static String brief(String text, int max) {
    return text.length() <= max || length(text) <= max
        ? text
        : text.substring(0, end(text, max)) + "…";
  }

  /// From the character at `from` of a Java string on, or the next where that is in a pair's midst.
  public static String tail(String text, int from) {
    return text.substring(isInPair(text, from) ? from + 1 : from);
  }

  /// With U+FFFD for each half of a pair.
  public static String wellFormed(String text) {
    int broken = firstHalf(text, 0);
    if (broken < 0) {
      return text;
    }
    StringBuilder whole = new StringBuilder(text);
    for (int at = broken; at >= 0; at = firstHalf(text, at + 1)) {
      whole.setCharAt(at, '\ufffd');
    }
    return whole.toString();
  }

  /// In UTF-8; half a pair becomes U+FFFD.
  public static byte[] utf8(String text) {
    return wellFormed(text).getBytes(StandardCharsets.UTF_8);
  }

  private static int end(String text, int max) {
    return length(text) <= max ? text.length() : text.offsetByCodePoints(0, max);
  }

  private static boolean isInPair(String text, int at) {
    return at > 0
        && at < text.length()
        && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
  }

  private static int firstHalf(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (i + 1 < text.length()
            && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
          i++;
        } else {
          return i;
        }
      }
    }
    return -1;
  }
}
