package dev.playloop.worlds.eternum.index.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Splits a statement as SQLite does, as far as one must to tell words from texts, quoted names and
/// comments. Source: SQLite's documentation, "SQL As Understood By SQLite".
final class SqlWords {
  private final String sql;
  private final List<Word> words = new ArrayList<>();
  private int at;

  /// @param quoted whether it is a name in quotes, which is no keyword
  /// @param before the character right behind it and behind blanks; 0 at the end
  record Word(String text, boolean quoted, char before) {}

  private SqlWords(String sql) {
    this.sql = sql;
  }

  /// Words and quoted names in lower case, and each semicolon; texts, numbers, signs and comments
  /// are left out. Throws [RefusedQuery] where a text, a name or a comment has no end.
  static List<Word> of(String sql) {
    SqlWords reading = new SqlWords(sql);
    while (reading.at < sql.length()) {
      reading.next();
    }
    return List.copyOf(reading.words);
  }

  private void next() {
    char c = sql.charAt(at);
    switch (c) {
      case '\'' -> quoted('\'', false);
      case '"', '`' -> quoted(c, true);
      case '[' -> bracketed();
      case ';' -> {
        words.add(new Word(";", false, '\0'));
        at++;
      }
      case '-' -> {
        if (sql.startsWith("--", at)) {
          int end = sql.indexOf('\n', at);
          at = end < 0 ? sql.length() : end + 1;
        } else {
          at++;
        }
      }
      case '/' -> {
        if (sql.startsWith("/*", at)) {
          at = ended(sql.indexOf("*/", at + 2), "comment") + 2;
        } else {
          at++;
        }
      }
      default -> {
        if (isWord(c)) {
          word();
        } else {
          at++;
        }
      }
    }
  }

  private void quoted(char quote, boolean name) {
    int from = at + 1;
    int end = from;
    while (true) {
      end = ended(sql.indexOf(quote, end), "text or name in quotes");
      if (end + 1 < sql.length() && sql.charAt(end + 1) == quote) {
        end += 2; // a quote within
      } else {
        break;
      }
    }
    at = end + 1;
    if (name) {
      add(sql.substring(from, end), true);
    }
  }

  private void bracketed() {
    int end = ended(sql.indexOf(']', at), "name in brackets");
    String name = sql.substring(at + 1, end);
    at = end + 1;
    add(name, true);
  }

  private void word() {
    int from = at;
    while (at < sql.length() && isWord(sql.charAt(at))) {
      at++;
    }
    add(sql.substring(from, at), false);
  }

  private void add(String text, boolean quoted) {
    int behind = at;
    while (behind < sql.length() && Character.isWhitespace(sql.charAt(behind))) {
      behind++;
    }
    char before = behind < sql.length() ? sql.charAt(behind) : '\0';
    words.add(new Word(text.toLowerCase(Locale.ROOT), quoted, before));
  }

  private static boolean isWord(char c) {
    return c == '_' || c == '$' || c > 0x7F || Character.isLetterOrDigit(c);
  }

  private static int ended(int end, String what) {
    if (end < 0) {
      throw RefusedQuery.because("a " + what + " has no end");
    }
    return end;
  }
}
