package dev.playloop.schemas.json;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Text;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// One pass over the bytes of some JSON, before a parser sees them. It knows strings, numbers and
/// nesting; whether the grammar holds is the parser's to say. What is replaced keeps its length.
/// Runs on every record; used once.
final class JsonScan {
  /// More than any number has that a world or a ledger means: 256 bits are 78 digits.
  static final int MAX_NUMBER_CHARACTERS = 100;

  /// Below 1e308 a number fits a double.
  private static final int MAX_MAGNITUDE = 308;

  private static final int SHOWN = 60;

  /// `\ud800` and `\u0000` have the length of this one.
  private static final byte[] REPLACEMENT = "\\ufffd".getBytes(StandardCharsets.US_ASCII);

  private final byte[] given;
  private final Edge edge;
  private byte[] json;
  private int at;
  private int depth;
  private int values = 1;
  private int replaced;

  JsonScan(byte[] given, Edge edge) {
    this.given = given;
    this.json = given;
    this.edge = edge;
  }

  byte[] json() {
    return json;
  }

  int replaced() {
    return replaced;
  }

  /// JSON of our own generator, which escapes half a surrogate pair as `\uD800`, with U+FFFD in its
  /// place: the second line of defence, on the way out. Never throws.
  static byte[] mended(byte[] written) {
    JsonScan scan = new JsonScan(written, Edge.KEPT);
    scan.at = Words.nextBackslash(scan.json, 0);
    while (scan.at < scan.json.length) {
      // Elsewhere than in strings JSON has no backslash.
      scan.escape();
      scan.at = Words.nextBackslash(scan.json, scan.at);
    }
    return scan.replaced == 0 ? written : unescaped(scan.json);
  }

  /// With U+FFFD itself for its escape, as the generator writes it.
  private static byte[] unescaped(byte[] json) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(json.length);
    for (int i = 0; i < json.length; i++) {
      if (json[i] != '\\') {
        out.write(json[i]);
      } else if (Arrays.equals(
          json,
          i,
          Math.min(json.length, i + REPLACEMENT.length),
          REPLACEMENT,
          0,
          REPLACEMENT.length)) {
        out.writeBytes("\ufffd".getBytes(StandardCharsets.UTF_8));
        i += REPLACEMENT.length - 1;
      } else {
        out.write(json[i++]);
        out.write(json[i]);
      }
    }
    return out.toByteArray();
  }

  void run() {
    mark();
    while (at < json.length) {
      byte b = json[at];
      switch (b) {
        case '"' -> string();
        case '[', '{' -> open();
        case ',' -> {
          another();
          at++;
        }
        case ']', '}' -> {
          depth--;
          at++;
        }
        case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
        default -> character(b);
      }
    }
  }

  /// A parser would skip it, and others would not.
  private void mark() {
    if (json.length >= 3
        && json[0] == (byte) 0xEF
        && json[1] == (byte) 0xBB
        && json[2] == (byte) 0xBF) {
      if (edge != Edge.REPLY) {
        throw new InvalidValueException("json", "UTF-8 without a byte order mark", "one");
      }
      writable();
      Arrays.fill(json, 0, 3, (byte) ' ');
    }
  }

  private void open() {
    if (++depth > edge.maxDepth) {
      throw refused("at most " + edge.maxDepth + " levels of nesting", "more");
    }
    another();
    at++;
  }

  /// Counts a value by the sign before it: a list or an object without any counts as two.
  private void another() {
    if (++values > edge.maxValues) {
      throw refused("at most " + edge.maxValues + " values", "more");
    }
  }

  /// A NUL would also make a parser guess at UTF-16 or UTF-32.
  private void character(byte b) {
    if (b > 0) {
      at++;
      return;
    }
    int length = b == 0 ? 0 : Utf8.length(json, at);
    if (length == 0) {
      throw refused("text in UTF-8", String.format("the byte 0x%02X", b & 0xFF));
    }
    at += length;
  }

  private void string() {
    at++;
    while (true) {
      at = Words.behindPlain(json, at);
      if (at >= json.length) {
        return;
      }
      byte b = json[at];
      if (b == '"') {
        at++;
        return;
      } else if (b == '\\') {
        escape();
      } else {
        character(b);
      }
    }
  }

  private void escape() {
    int unit = at + 1 < json.length && json[at + 1] == 'u' ? hex(at + 2) : -1;
    if (unit < 0) {
      at = Math.min(at + 2, json.length);
    } else if (unit == 0) {
      nul();
    } else if (!Character.isSurrogate((char) unit)) {
      at += REPLACEMENT.length;
    } else if (Character.isHighSurrogate((char) unit) && lowFollows()) {
      at += 2 * REPLACEMENT.length;
    } else {
      replace();
    }
  }

  private boolean lowFollows() {
    int next = at + REPLACEMENT.length;
    return next + 1 < json.length
        && json[next] == '\\'
        && json[next + 1] == 'u'
        && hex(next + 2) >= Character.MIN_LOW_SURROGATE
        && hex(next + 2) <= Character.MAX_LOW_SURROGATE;
  }

  private void nul() {
    switch (edge.nul) {
      case KEPT -> at += REPLACEMENT.length;
      case REPLACED -> replace();
      case REFUSED -> throw refused("text without NUL", "the character \\u0000");
    }
  }

  private void replace() {
    writable();
    System.arraycopy(REPLACEMENT, 0, json, at, REPLACEMENT.length);
    replaced++;
    at += REPLACEMENT.length;
  }

  /// The four hex digits from `from` on; -1 where there are none.
  private int hex(int from) {
    if (from + 4 > json.length) {
      return -1;
    }
    int value = 0;
    for (int i = from; i < from + 4; i++) {
      int digit = Character.digit(json[i], 16);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  private void number() {
    int from = at;
    int digits = 0;
    int exponent = -1;
    boolean whole = true;
    for (; at < json.length; at++) {
      byte b = json[at];
      if (b >= '0' && b <= '9') {
        digits += whole ? 1 : 0;
      } else if (b == 'e' || b == 'E') {
        exponent = at + 1;
        whole = false;
      } else if (b == '.') {
        whole = false;
      } else if (b != '-' && b != '+') {
        break;
      }
    }
    if (at - from > MAX_NUMBER_CHARACTERS || (exponent >= 0 && isHuge(exponent, digits))) {
      outOfBounds(from);
    }
  }

  /// Whether the number is too far from 1 in either direction; its exponent stands from `from` up
  /// to here.
  private boolean isHuge(int from, int digits) {
    boolean negative = from < at && json[from] == '-';
    int value = 0;
    for (int i = from; i < at && value <= MAX_MAGNITUDE; i++) {
      value = json[i] >= '0' && json[i] <= '9' ? value * 10 + json[i] - '0' : value;
    }
    return (negative ? value : value + digits) > MAX_MAGNITUDE;
  }

  private void outOfBounds(int from) {
    if (edge != Edge.REPLY) {
      String shown = new String(json, from, Math.min(at - from, SHOWN), StandardCharsets.US_ASCII);
      int end = at;
      at = from;
      throw refused(
          "a number below 1e308 in at most " + MAX_NUMBER_CHARACTERS + " characters",
          end - from > SHOWN ? shown + "… (" + (end - from) + " characters)" : shown);
    }
    writable();
    Arrays.fill(json, from, at, (byte) ' ');
    System.arraycopy("null".getBytes(StandardCharsets.US_ASCII), 0, json, from, 4);
    replaced++;
  }

  /// The bytes that came are another's: a dead letter holds them as they were.
  @SuppressWarnings("ReferenceEquality") // whether a copy was made is the question
  private void writable() {
    if (json == given) {
      json = given.clone();
    }
  }

  private InvalidValueException refused(String expected, String got) {
    return new InvalidValueException(Text.cut(JsonPlace.fieldAt(given, at), 200), expected, got);
  }
}
