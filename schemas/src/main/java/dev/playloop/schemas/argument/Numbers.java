package dev.playloop.schemas.argument;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Numbers of some JSON, whatever it holds: none of these throws. Pure functions.
public final class Numbers {
  /// Beyond it no double has a value, and arithmetic on such a number may take all memory.
  private static final long MAX_EXPONENT = 308;

  private Numbers() {}

  /// The number; null where it is none, or too far from 1 in either direction.
  public static @Nullable BigDecimal of(JsonNode value) {
    if (!value.isNumber() || (isFloating(value) && !Double.isFinite(value.asDouble()))) {
      return null;
    }
    BigDecimal number = value.decimalValue();
    long exponent = (long) number.precision() - number.scale();
    return number.signum() == 0 || Math.abs(exponent) <= MAX_EXPONENT ? number : null;
  }

  /// The whole number, also where it is written as `1.0` or `1e1`; null where it is none.
  public static @Nullable Long whole(JsonNode value) {
    BigDecimal number = of(value);
    if (number == null || number.precision() - number.scale() > 19) {
      return null;
    }
    BigDecimal plain = number.stripTrailingZeros();
    if (plain.scale() > 0
        || plain.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
        || plain.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) < 0) {
      return null;
    }
    return plain.longValueExact();
  }

  /// Whether it is a number from `min` to `max`, both included.
  public static boolean within(JsonNode value, long min, long max) {
    BigDecimal number = of(value);
    return number != null
        && number.compareTo(BigDecimal.valueOf(min)) >= 0
        && number.compareTo(BigDecimal.valueOf(max)) <= 0;
  }

  private static boolean isFloating(JsonNode value) {
    return value.isDouble() || value.isFloat();
  }
}
