package dev.playloop.schemas.argument;

import java.util.ArrayDeque;
import java.util.Deque;

/// Reads a pattern once, before it is compiled: what is left means the same in every dialect of
/// regular expressions (ECMA-262, RE2, Java), and its program has a bound that is known before
/// anything is built of it. Used by one thread, once.
final class PatternReader {
  private static final int MAX_CHARACTERS = 1_000;
  private static final int MAX_DEPTH = 20;

  /// `.` of ECMA-262: any character that ends no line.
  private static final String ANY_IN_LINE = "[^\\n\\r\\x{2028}\\x{2029}]";

  private static final String CLASSES = "dDwW";
  private static final String SIGNS = ".\\/+*?()[]{}|^$-";
  private static final String CONTROLS = "tnr";

  /// What may be counted by what follows it.
  private enum Last {
    NOTHING,
    PLACE,
    ATOM,
    COUNTED
  }

  /// How large the parts of one group are.
  private static final class Group {
    private long size = 1;
    private long last;
  }

  private final String source;
  private final StringBuilder portable = new StringBuilder();
  private final Deque<Group> groups = new ArrayDeque<>();
  private Last last = Last.NOTHING;
  private int at;

  private PatternReader(String source) {
    this.source = source;
  }

  /// The pattern as RE2 writes it. Throws [IllegalArgumentException] that says what it may not
  /// have.
  static String portable(String source) {
    if (source.length() > MAX_CHARACTERS) {
      throw refused("more than " + MAX_CHARACTERS + " characters");
    }
    return new PatternReader(source).read();
  }

  static IllegalArgumentException tooLarge() {
    return refused(
        "repetitions that come to more than " + LinearPattern.MAX_SIZE + " steps for a character");
  }

  private static IllegalArgumentException refused(String what) {
    return new IllegalArgumentException(what);
  }

  private String read() {
    groups.push(new Group());
    while (at < source.length()) {
      char c = source.charAt(at);
      switch (c) {
        case '\\' -> atom(escape(false));
        case '[' -> atom(characterClass());
        case '.' -> {
          at++;
          atom(ANY_IN_LINE);
        }
        case '(' -> open();
        case ')' -> close();
        case '*', '+', '?' -> {
          at++;
          repeat(String.valueOf(c), 2);
        }
        case '{' -> repeat();
        case '^', '$', '|' -> {
          at++;
          portable.append(c);
          last = c == '|' ? Last.NOTHING : Last.PLACE;
          grow(1);
        }
        case ']', '}' -> throw refused("a lone " + c + ", written \\" + c);
        default -> {
          int character = source.codePointAt(at);
          at += Character.charCount(character);
          atom(Character.toString(character));
        }
      }
    }
    if (groups.size() > 1) {
      throw refused("a ( that is not closed");
    }
    return portable.toString();
  }

  private void atom(String text) {
    portable.append(text);
    last = Last.ATOM;
    grow(1);
  }

  private void grow(long size) {
    Group group = groups.getFirst();
    group.size += size;
    group.last = size;
    if (group.size > LinearPattern.MAX_SIZE) {
      throw tooLarge();
    }
  }

  private String escape(boolean inClass) {
    if (at + 1 >= source.length()) {
      throw refused("a \\ at its end");
    }
    char c = source.charAt(at + 1);
    boolean known = CLASSES.indexOf(c) >= 0 || SIGNS.indexOf(c) >= 0 || CONTROLS.indexOf(c) >= 0;
    if (!known) {
      boolean back = !inClass && ((c >= '1' && c <= '9') || c == 'k');
      throw refused(
          "\\" + c + (back ? ", a back reference" : ", which not every engine reads alike"));
    }
    at += 2;
    return "\\" + c;
  }

  private String characterClass() {
    int from = at++;
    if (at < source.length() && source.charAt(at) == '^') {
      at++;
    }
    StringBuilder text = new StringBuilder(source.substring(from, at));
    int first = at;
    while (at < source.length() && source.charAt(at) != ']') {
      char c = source.charAt(at);
      if (c == '[') {
        throw refused("a [ within [ ], written \\[");
      }
      if (source.startsWith("&&", at)) {
        throw refused("&& within [ ]");
      }
      if (c == '\\') {
        text.append(escape(true));
      } else {
        text.append(c);
        at++;
      }
    }
    if (at >= source.length()) {
      throw refused("a [ that is not closed");
    }
    if (at == first) {
      throw refused("an empty [ ]");
    }
    at++;
    return text.append(']').toString();
  }

  private void open() {
    if (source.startsWith("(?=", at) || source.startsWith("(?!", at)) {
      throw refused("a look-ahead");
    }
    if (source.startsWith("(?<=", at) || source.startsWith("(?<!", at)) {
      throw refused("a look-behind");
    }
    boolean plain = source.startsWith("(?:", at);
    if (!plain && source.startsWith("(?", at)) {
      throw refused("a group with a name or a flag");
    }
    at += plain ? 3 : 1;
    // Nothing asks for what a group caught.
    portable.append("(?:");
    groups.push(new Group());
    last = Last.NOTHING;
    if (groups.size() > MAX_DEPTH) {
      throw refused("more than " + MAX_DEPTH + " groups in each other");
    }
  }

  private void close() {
    if (groups.size() == 1) {
      throw refused("a ) without its (");
    }
    at++;
    portable.append(')');
    long size = groups.pop().size;
    last = Last.ATOM;
    grow(size);
  }

  private void repeat() {
    int end = source.indexOf('}', at);
    String[] counts = end < 0 ? new String[0] : source.substring(at + 1, end).split(",", -1);
    boolean counted = counts.length == 1 || counts.length == 2;
    for (int i = 0; counted && i < counts.length; i++) {
      counted = counts[i].matches("[0-9]{1,4}") || (i == 1 && counts[i].isEmpty());
    }
    if (!counted) {
      throw refused("a { that counts nothing, written \\{");
    }
    int least = Integer.parseInt(counts[0]);
    boolean open = counts.length == 2 && counts[1].isEmpty();
    int most = counts.length == 1 ? least : open ? least + 1 : Integer.parseInt(counts[1]);
    if (most < least) {
      throw refused("{" + counts[0] + "," + counts[1] + "}, which nothing fits");
    }
    String text = source.substring(at, end + 1);
    at = end + 1;
    repeat(text, (counts.length == 1 ? 1L : 2L) * Math.max(1, most));
  }

  /// The part before it, so many times; where the count is open, each has a branch of its own.
  private void repeat(String text, long times) {
    boolean lazy = last == Last.COUNTED && text.equals("?");
    if (last != Last.ATOM && !lazy) {
      throw refused("a " + text + " with nothing to repeat");
    }
    portable.append(text);
    if (lazy) {
      last = Last.PLACE;
      return;
    }
    last = Last.COUNTED;
    long repeated = groups.getFirst().last;
    groups.getFirst().size -= repeated;
    grow(Math.max(repeated * times, repeated));
  }
}
