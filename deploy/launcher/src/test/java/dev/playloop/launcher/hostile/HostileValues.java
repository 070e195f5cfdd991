package dev.playloop.launcher.hostile;

import java.util.Map;

/// What no JSON of ours may hold, as it stands between two quotes or in place of a number.
final class HostileValues {
  static final String BOMB = "1e99999999999";

  static final Map<String, String> TEXTS =
      Map.of(
          "half a pair before an escape", "ada\\ud800\\n",
          "half a pair at the end", "ada\\ud83d",
          "the second half alone", "lone \\udc00 here",
          "NUL", "a\\u0000b",
          "a terminal's title and clipboard",
              "\\u001b]0;PWNED\\u0007\\u001b]52;c;cm0=\\u0007\\u009b31m",
          "right to left, and no width", "a\\u202e\\u200b\\u2028b");

  static final Map<String, String> NUMBERS =
      Map.of(
          "an exponent beyond int", BOMB,
          "a negative one", "-1E-99999999999",
          "an exponent within int", "1e999999999",
          "a thousand digits", "9".repeat(1_000),
          "more than a long", "99999999999999999999999",
          "a long's end", "9223372036854775807");

  private HostileValues() {}
}
