package dev.playloop.schemas;

/// Text from outside as a terminal, a log or a mail may show it: what drives a terminal or hides
/// from the reader stands there as an escape. Escaped are controls (C0, C1, delete), formats
/// (bidirectional overrides, zero-width characters, tags), halves of surrogate pairs, line and
/// paragraph separators, and noncharacters. The escape is JSON's (`\u001b`), so that JSON text
/// still says the same afterwards. Thread-safe.
public final class Printable {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private Printable() {}

  /// One line, of as many characters as the text has: line breaks and tabs are escaped too.
  public static String line(String text) {
    return escaped(text, false);
  }

  /// At most `max` characters of one line, in which every white space is a blank; what was cut says
  /// so.
  public static String brief(String text, int max) {
    // Long texts are not looked at as a whole: white space may shrink them, escapes only grow.
    String head = text.length() <= 8 * max ? text : text.substring(0, 8 * max);
    String flat = line(head.replaceAll("\\s+", " ").strip());
    if (flat.length() <= max && head.length() == text.length()) {
      return flat;
    }
    int end = Math.min(max - 1, flat.length());
    return flat.substring(
            0, end > 0 && Character.isHighSurrogate(flat.charAt(end - 1)) ? end - 1 : end)
        + "…";
  }

  /// Lines: line feeds stay, and a tab is four blanks.
  public static String lines(String text) {
    return escaped(text, true);
  }

  private static String escaped(String text, boolean keepLines) {
    StringBuilder shown = null;
    int length = text.length();
    for (int at = 0; at < length; ) {
      int codePoint = text.codePointAt(at);
      int width = Character.charCount(codePoint);
      boolean plain = (keepLines && codePoint == '\n') || !isHidden(codePoint);
      if (!plain && shown == null) {
        shown = new StringBuilder(length + 32).append(text, 0, at);
      }
      if (shown != null) {
        if (plain) {
          shown.appendCodePoint(codePoint);
        } else if (keepLines && codePoint == '\t') {
          shown.append("    ");
        } else {
          escape(text, at, width, shown);
        }
      }
      at += width;
    }
    return shown == null ? text : shown.toString();
  }

  private static void escape(String text, int at, int width, StringBuilder to) {
    for (int i = at; i < at + width; i++) {
      char c = text.charAt(i);
      to.append("\\u");
      for (int shift = 12; shift >= 0; shift -= 4) {
        to.append(HEX[(c >> shift) & 0xf]);
      }
    }
  }

  /// Whether a terminal would act on it, or a reader not see it.
  public static boolean isHidden(int codePoint) {
    if (codePoint >= ' ' && codePoint < 0x7f) {
      return false;
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      case Character.UNASSIGNED ->
          (codePoint & 0xfffe) == 0xfffe || (codePoint >= 0xfdd0 && codePoint <= 0xfdef);
      default -> false;
    };
  }
}
