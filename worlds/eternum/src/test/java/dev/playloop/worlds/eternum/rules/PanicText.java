package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.eternum.rules.cairo.Panic;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What a panic says: its first short string, or the text of its ByteArray.
final class PanicText {
  private PanicText() {}

  static String of(List<Felt> panic) {
    if (panic.isEmpty()) {
      return "";
    }
    if (!panic.getFirst().equals(Panic.TEXT)) {
      return ascii(panic.getFirst(), 0);
    }
    int whole = panic.get(1).value().intValueExact();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < whole; i++) {
      text.append(ascii(panic.get(2 + i), 31));
    }
    int rest = panic.get(3 + whole).value().intValueExact();
    return text.append(rest == 0 ? "" : ascii(panic.get(2 + whole), rest)).toString();
  }

  private static String ascii(Felt word, int length) {
    BigInteger value = word.value();
    byte[] bytes = value.toByteArray();
    int from = bytes[0] == 0 && bytes.length > 1 ? 1 : 0;
    String text = new String(bytes, from, bytes.length - from, StandardCharsets.US_ASCII);
    return "\0".repeat(Math.max(0, length - text.length())) + text;
  }
}
