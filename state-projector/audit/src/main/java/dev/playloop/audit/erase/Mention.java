package dev.playloop.audit.erase;

import java.util.HexFormat;
import java.util.List;

/// Whether a text names somebody: as it is written, and with JSON's escapes undone, as other
/// writers escape what ours don't (`J\u00fcrgen`). The text is not parsed: what lies among the dead
/// letters is often JSON that is broken.
public final class Mention {
  /// JSON may lie in a text of JSON, as a tool's arguments do, and that once more.
  private static final int LEVELS = 3;

  private static final String ESCAPED = "\"\\/bfnrt";
  private static final String MEANT = "\"\\/\b\f\n\r\t";

  private Mention() {}

  /// Whether one of the names stands in the text.
  public static boolean ofAny(List<String> names, String text) {
    String plain = text;
    for (int level = 0; level <= LEVELS; level++) {
      if (isAnyIn(plain, names)) {
        return true;
      }
      String next = unescaped(plain);
      if (next.equals(plain)) {
        return false;
      }
      plain = next;
    }
    return false;
  }

  private static boolean isAnyIn(String text, List<String> names) {
    return names.stream().anyMatch(name -> isIn(text, name));
  }

  /// Whether it stands there as a word of its own.
  private static boolean isIn(String text, String name) {
    for (int at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      int end = at + name.length();
      if ((at == 0 || !isPartOfAnId(text.charAt(at - 1)))
          && (end == text.length() || !isPartOfAnId(text.charAt(end)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPartOfAnId(char c) {
    return Character.isLetterOrDigit(c) || c == '-' || c == '_';
  }

  /// What is no escape of JSON stays as it is.
  private static String unescaped(String text) {
    int from = 0;
    StringBuilder plain = new StringBuilder(text.length());
    for (int at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', from)) {
      plain.append(text, from, at);
      int escaped = at + 1 < text.length() ? ESCAPED.indexOf(text.charAt(at + 1)) : -1;
      if (escaped >= 0) {
        plain.append(MEANT.charAt(escaped));
        from = at + 2;
      } else if (isUnicode(text, at)) {
        plain.append((char) HexFormat.fromHexDigits(text, at + 2, at + 6));
        from = at + 6;
      } else {
        plain.append('\\');
        from = at + 1;
      }
    }
    return plain.append(text, from, text.length()).toString();
  }

  private static boolean isUnicode(String text, int at) {
    return at + 6 <= text.length()
        && text.charAt(at + 1) == 'u'
        && text.substring(at + 2, at + 6).chars().allMatch(HexFormat::isHexDigit);
  }
}
