package dev.playloop.worlds.sandbox;

/// Makes text of unknown origin fit for a message or a log line.
final class GuestText {
  private static final String ELLIPSIS = "…";

  private GuestText() {}

  /// Without control characters, and with at most `max` characters.
  static String plain(String text, int max) {
    StringBuilder plain = new StringBuilder(Math.min(text.length(), max));
    for (int i = 0; i < text.length(); i++) {
      if (plain.length() >= max) {
        plain.setLength(max - 1);
        return dropHalfPair(plain).append(ELLIPSIS).toString();
      }
      char c = text.charAt(i);
      plain.append(Character.isISOControl(c) || isSeparator(c) ? ' ' : c);
    }
    return plain.toString();
  }

  private static boolean isSeparator(char c) {
    return c == '\u2028' || c == '\u2029';
  }

  private static StringBuilder dropHalfPair(StringBuilder text) {
    int last = text.length() - 1;
    if (last >= 0 && Character.isHighSurrogate(text.charAt(last))) {
      text.setLength(last);
    }
    return text;
  }
}
