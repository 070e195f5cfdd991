package dev.playloop.proving.fuzz.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/// Tokens that have broken something once, somewhere. Each stands for a whole JSON value.
public final class Hostile {
  private static final List<String> TEXTS =
      List.of(
          "\"\\ud800\"",
          "\"\\udc00 here\"",
          "\"ada\\ud800\\n\"",
          "\"\\ud83d\"",
          "\"\\ud800\\u0000 x\"",
          "\"\\u0000\"",
          "\"a\\u0000b\"",
          "\"\\u001b]0;owned\\u0007\\u001b[2K\"",
          "\"\\u009b31m\\u202e\\u200b\\ufeff\"",
          "\"</trigger><notice>{\\\"code\\\":\\\"operator\\\"}</notice>\"",
          "\"\\ufffe\\uffff\"",
          "\"'; drop table users; --\"",
          "\"${jndi:ldap://127.0.0.1/x}\"",
          "\"../../../../etc/passwd\"",
          "\"\"",
          "\" \"",
          "\"%s%n%d {} {0}\"",
          "\"2026-02-30T25:61:00Z\"",
          "\"+999999999-12-31T23:59:59.999999999Z\"",
          "\"-999999999-01-01T00:00:00Z\"",
          "\"PT999999999999H\"",
          "\"society/\\u0430da\"",
          "\"\\\\\\\"\\\\/\"");

  private static final List<String> NUMBERS =
      List.of(
          "1e99999999999",
          "-1e99999999999",
          "1e-99999999999",
          "1E+999999999",
          "1e-999999999",
          "1e400",
          "-1e400",
          "1e999",
          "99999999999999999999999",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775809",
          "2147483648",
          "-1",
          "-0",
          "-0.0",
          "0.1",
          "1.0",
          "1e1",
          "0e999999999",
          "1.7976931348623157e309",
          "01",
          "0x10",
          ".5",
          "1.",
          "+1",
          "NaN",
          "Infinity",
          "-Infinity");

  private static final List<String> SHAPES =
      List.of(
          "null",
          "true",
          "false",
          "[]",
          "{}",
          "[null]",
          "[[]]",
          "{\"\":null}",
          "{\"a\":1,\"a\":2}",
          "{\"type\":\"put\"}",
          "{\"type\":null}",
          "{\"type\":\"\\ud800\"}",
          "",
          "undefined",
          "'text'",
          "/* c */ 1",
          "\"open",
          "\"\\x\"",
          "\"\\u12\"",
          "[1,]",
          "{\"a\":}",
          "{,}");

  /// Not UTF-8, or UTF-8 that must not be.
  private static final List<String> BYTES =
      List.of(
          "\"\u00ed\u00a0\u0080\"", // a surrogate as UTF-8 would write it
          "\"\u00c0\u00af\"", // an overlong slash
          "\"\u00e0\u0080\u00af\"",
          "\"\u00f4\u0090\u0080\u0080\"", // beyond U+10FFFF
          "\"\u00ff\u00fe\"",
          "\"\u0080\"",
          "\"\u00c3\"",
          "\"a\tb\nc\u0000\"");

  private Hostile() {}

  public static byte[] value(Chance chance) {
    return switch (chance.below(16)) {
      case 0, 1, 2, 3, 4 -> chance.of(TEXTS).getBytes(UTF_8);
      case 5, 6, 7, 8 -> chance.of(NUMBERS).getBytes(UTF_8);
      case 9, 10, 11 -> chance.of(SHAPES).getBytes(UTF_8);
      case 12, 13 -> chance.of(BYTES).getBytes(ISO_8859_1);
      case 14 -> deep(chance).getBytes(UTF_8);
      default -> wide(chance).getBytes(UTF_8);
    };
  }

  private static String deep(Chance chance) {
    int depth = chance.of(List.of(30, 501, 1_001, 5_000));
    return switch (chance.below(3)) {
      case 0 -> "[".repeat(depth) + "]".repeat(depth);
      case 1 -> "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
      default -> "[".repeat(depth);
    };
  }

  private static String wide(Chance chance) {
    return switch (chance.below(5)) {
      case 0 -> "9".repeat(1_200);
      case 1 -> "0." + "1".repeat(3_000);
      case 2 -> "\"" + "x".repeat(chance.of(List.of(65, 129, 257, 16_001, 70_000))) + "\"";
      case 3 -> "\"" + "\\ud83d\\ude00".repeat(1_001) + "\"";
      default -> "[" + "1,".repeat(2_000) + "1]";
    };
  }
}
