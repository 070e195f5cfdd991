package dev.playloop.journal;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Utf8;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A cursor over JSON bytes that takes what our writer writes and nothing else: fields in their
/// order, no blanks, one way to escape. So there is one sequence of bytes for one content. Anything
/// else makes it fail, and stay failed. Used by one thread, once.
public final class Scan {
  /// Eight bytes, the first one lowest.
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long EACH = 0x0101_0101_0101_0101L;
  private static final long HIGH = EACH << 7;

  private static final byte[] SHORT = new byte[128];

  static {
    SHORT['"'] = '"';
    SHORT['\\'] = '\\';
    SHORT['b'] = '\b';
    SHORT['t'] = '\t';
    SHORT['n'] = '\n';
    SHORT['f'] = '\f';
    SHORT['r'] = '\r';
  }

  private final byte[] json;
  private int at;
  private boolean failed;

  public Scan(byte[] json) {
    this.json = json;
  }

  public static byte[] literal(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Whether all of it was taken.
  public boolean isDone() {
    return !failed && at == json.length;
  }

  /// Takes exactly this, or fails.
  public Scan take(byte[] literal) {
    failed |= !isNext(literal);
    if (!failed) {
      at += literal.length;
    }
    return this;
  }

  /// Takes this if it comes next.
  public boolean takeIf(byte[] literal) {
    if (failed || !isNext(literal)) {
      return false;
    }
    at += literal.length;
    return true;
  }

  private boolean isNext(byte[] literal) {
    int end = at + literal.length;
    return end <= json.length && Arrays.equals(json, at, end, literal, 0, literal.length);
  }

  /// A whole number that is not negative.
  public long number() {
    int from = at;
    long number = 0;
    while (at < json.length && json[at] >= '0' && json[at] <= '9') {
      number = number * 10 + (json[at++] - '0');
    }
    int digits = at - from;
    failed |= digits == 0 || digits > 18 || (digits > 1 && json[from] == '0');
    return number;
  }

  /// The bytes of a text up to its closing quote, which is taken too, with escapes undone. Empty
  /// where it failed.
  public byte[] text() {
    int from = at;
    at = plain(at);
    if (failed || at == json.length) {
      failed = true;
      return new byte[0];
    }
    if (json[at] == '"') {
      return Arrays.copyOfRange(json, from, at++);
    }
    return unescaped(from);
  }

  /// Where the first byte from `from` on stands that is a quote, a backslash or a control
  /// character; the end where there is none. Looks at eight bytes at a time: in each of the three
  /// terms the lowest high bit that is set is that of the first byte looked for.
  private int plain(int from) {
    int i = from;
    for (; i + Long.BYTES <= json.length; i += Long.BYTES) {
      long eight = (long) EIGHT.get(json, i);
      long quote = eight ^ ('"' * EACH);
      long backslash = eight ^ ('\\' * EACH);
      long found =
          (((quote - EACH) & ~quote)
                  | ((backslash - EACH) & ~backslash)
                  | ((eight - ' ' * EACH) & ~eight))
              & HIGH;
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (i < json.length && json[i] != '"' && json[i] != '\\' && !isControl(json[i])) {
      i++;
    }
    return i;
  }

  private static boolean isControl(byte b) {
    return b >= 0 && b < ' ';
  }

  private byte[] unescaped(int from) {
    byte[] text = new byte[json.length - from];
    int length = 0;
    int start = from;
    while (!failed) {
      System.arraycopy(json, start, text, length, at - start);
      length += at - start;
      if (at == json.length || json[at] == '"') {
        break;
      }
      if (isControl(json[at++])) {
        failed = true;
        break;
      }
      text[length++] = escape();
      start = at;
      at = plain(at);
    }
    failed |= at++ >= json.length;
    return failed ? new byte[0] : Arrays.copyOf(text, length);
  }

  /// What stands behind a backslash: a short escape, or `u00` and two digits of a control character
  /// that has none.
  private byte escape() {
    byte kind = at < json.length ? json[at++] : 0;
    if (kind > 0 && SHORT[kind] != 0) {
      return SHORT[kind];
    }
    if (kind == 'u' && at + 4 <= json.length && json[at] == '0' && json[at + 1] == '0') {
      int value = (hex(json[at + 2]) << 4) | hex(json[at + 3]);
      at += 4;
      failed |= value < 0 || value >= ' ' || "\b\t\n\f\r".indexOf(value) >= 0;
      return (byte) value;
    }
    failed = true;
    return 0;
  }

  /// Upper case only; negative where it is none.
  private static int hex(byte digit) {
    if (digit >= '0' && digit <= '9') {
      return digit - '0';
    }
    return digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : -1 << 8;
  }

  /// A text as a string; bytes that are no UTF-8 make it fail.
  public String string() {
    byte[] text = text();
    failed |= Utf8.firstMalformed(text) >= 0;
    return new String(text, StandardCharsets.UTF_8);
  }

  /// A text that is an agent's id.
  @Nullable AgentId agent() {
    String text = string();
    try {
      return failed ? null : new AgentId(text);
    } catch (InvalidValueException e) {
      failed = true;
      return null;
    }
  }

  /// A text that is a time as we write it.
  @Nullable Instant time() {
    String text = string();
    try {
      Instant time = failed ? null : Instant.parse(text);
      failed |= time == null || !time.toString().equals(text);
      return time;
    } catch (DateTimeException e) {
      failed = true;
      return null;
    }
  }
}
