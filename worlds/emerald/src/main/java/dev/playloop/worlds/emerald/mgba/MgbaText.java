package dev.playloop.worlds.emerald.mgba;

import dev.playloop.schemas.Text;
import dev.playloop.worlds.emerald.mgba.MgbaException.UnexpectedAnswer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// What stands in the addresses that are asked for, and how answers are read.
final class MgbaText {
  private MgbaText() {}

  static long number(String path, String text, long max) {
    try {
      long value = Long.parseLong(text);
      if (value >= 0 && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // falls through to the same message
    }
    throw new UnexpectedAnswer(path, "a decimal number", text);
  }

  static byte[] bytes(String path, String text, int length) {
    byte[] bytes = new byte[length];
    boolean fits = text.length() == length * 3 - 1;
    for (int i = 0; fits && i < length; i++) {
      int high = Character.digit(text.charAt(3 * i), 16);
      int low = Character.digit(text.charAt(3 * i + 1), 16);
      fits = high >= 0 && low >= 0 && (i == length - 1 || text.charAt(3 * i + 2) == ',');
      bytes[i] = (byte) ((high << 4) | low);
    }
    if (!fits) {
      throw new UnexpectedAnswer(
          path, length + " bytes as two hex digits each, with commas between", text);
    }
    return bytes;
  }

  static String hex(long address) {
    return "0x%08X".formatted(address);
  }

  static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  static String path(String pathAndQuery) {
    int query = pathAndQuery.indexOf('?');
    return query < 0 ? pathAndQuery : pathAndQuery.substring(0, query);
  }

  static String line(String text) {
    String oneLine = text.replaceAll("[\\p{Cntrl}]+", " ");
    return Text.brief(oneLine, 120);
  }

  static String brief(Throwable e) {
    return e.getMessage() == null
        ? e.getClass().getSimpleName()
        : e.getClass().getSimpleName() + ": " + line(e.getMessage());
  }
}
