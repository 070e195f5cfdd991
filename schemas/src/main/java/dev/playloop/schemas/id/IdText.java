package dev.playloop.schemas.id;

/// Whether a text is an id, without a regular expression: ids are checked several times on each
/// input. Says the same as the `REGEX` of each id, which a test holds it to.
final class IdText {
  private static final int MAX_NAME = 63;
  private static final int MAX_DIGITS = 6;

  private IdText() {}

  static boolean isAgent(String text) {
    return behindAgent(text) == text.length();
  }

  static boolean isScope(String text) {
    return behindName(text, 0) == text.length() || isAgent(text);
  }

  static boolean isTrigger(String text) {
    return isTrigger(text, 0, text.length());
  }

  static boolean isRun(String text) {
    return isRun(text, text.length());
  }

  static boolean isTurn(String text) {
    return isTurn(text, text.length());
  }

  static boolean isAction(String text) {
    int dot = text.lastIndexOf('.');
    return isNumber(text, dot, text.length()) && isTurn(text, dot);
  }

  private static boolean isTurn(String text, int to) {
    int hash = text.lastIndexOf('#', to - 1);
    return isNumber(text, hash, to) && isRun(text, hash);
  }

  private static boolean isRun(String text, int to) {
    int colon = behindAgent(text);
    return colon > 0 && colon < to && text.charAt(colon) == ':' && isTrigger(text, colon + 1, to);
  }

  private static boolean isTrigger(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) <= ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return from < to && to - from <= TriggerId.MAX_CHARACTERS;
  }

  /// Where the agent's id at the beginning ends; -1 where there is none.
  private static int behindAgent(String text) {
    int slash = behindName(text, 0);
    return slash > 0 && slash < text.length() && text.charAt(slash) == '/'
        ? behindName(text, slash + 1)
        : -1;
  }

  private static int behindName(String text, int from) {
    int at = from;
    while (at < text.length() && (isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '-')) {
      at++;
    }
    return at > from && at - from <= MAX_NAME && text.charAt(from) != '-' ? at : -1;
  }

  private static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }

  /// A number from 1 behind the mark at `mark`, which may be missing.
  private static boolean isNumber(String text, int mark, int to) {
    int from = mark + 1;
    if (mark < 0 || from >= to || to - from > MAX_DIGITS || text.charAt(from) == '0') {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
