package dev.playloop.schemas.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds the bytes of JSON that need a look, eight at a time. In a word, the lowest bit that is set
/// marks the first such byte; those above it may be set without reason. Pure functions, which run
/// on every record.
final class Words {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;

  private Words() {}

  /// Where, from `from` on, the first byte stands that is a quote, a backslash, a control or no
  /// ASCII; the length where there is none.
  static int behindPlain(byte[] json, int from) {
    int at = from;
    while (at + Long.BYTES <= json.length) {
      long word = (long) LONGS.get(json, at);
      long quote = word ^ (ONES * '"');
      long backslash = word ^ (ONES * '\\');
      long found =
          (((word - ONES * ' ') & ~word)
                  | ((quote - ONES) & ~quote)
                  | ((backslash - ONES) & ~backslash)
                  | word)
              & HIGHS;
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
      at += Long.BYTES;
    }
    while (at < json.length && json[at] >= ' ' && json[at] != '"' && json[at] != '\\') {
      at++;
    }
    return at;
  }

  /// Where, from `from` on, the first backslash stands; the length where there is none.
  static int nextBackslash(byte[] json, int from) {
    int at = from;
    while (at + Long.BYTES <= json.length) {
      long backslash = (long) LONGS.get(json, at) ^ (ONES * '\\');
      long found = (backslash - ONES) & ~backslash & HIGHS;
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
      at += Long.BYTES;
    }
    while (at < json.length && json[at] != '\\') {
      at++;
    }
    return at;
  }
}
