package dev.playloop.schemas;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Checks for compact constructors. Each failure names the field, what was expected, and what came.
public final class Require {
  private Require() {}

  /// A text of 1 to `max` characters.
  public static String text(String field, @Nullable String value, int max) {
    if (value == null || value.isBlank()) {
      throw new InvalidValueException(field, "a text of 1 to " + max + " characters", "nothing");
    }
    if (value.length() > max) {
      throw new InvalidValueException(
          field, "at most " + max + " characters", value.length() + " characters");
    }
    return value;
  }

  /// A text that matches `pattern` as a whole; `expected` says the pattern in words.
  public static String match(
      String field, @Nullable String value, Pattern pattern, String expected) {
    if (value == null || !pattern.matcher(value).matches()) {
      throw new InvalidValueException(field, expected, shown(value));
    }
    return value;
  }

  /// A whole number from `min` to `max`, both included.
  public static long range(String field, long value, long min, long max) {
    if (value < min || value > max) {
      throw new InvalidValueException(
          field, "a number from " + min + " to " + max, String.valueOf(value));
    }
    return value;
  }

  /// A value that must be there.
  public static <T> T present(String field, @Nullable T value, String expected) {
    if (value == null) {
      throw new InvalidValueException(field, expected, "nothing");
    }
    return value;
  }

  private static String shown(@Nullable String value) {
    if (value == null) {
      return "nothing";
    }
    return value.length() <= 80 ? "'" + value + "'" : "a text of " + value.length() + " characters";
  }
}
