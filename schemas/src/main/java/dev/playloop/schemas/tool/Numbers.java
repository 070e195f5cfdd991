package dev.playloop.schemas.tool;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Numbers of some JSON, whatever it holds: none of these throws. Pure functions.
final class Numbers {
  /// Beyond it no double has a value, and arithmetic on such a number may take all memory.
  private static final long MAX_EXPONENT = 308;

  private Numbers() {}

  /// The number; null where it is none, or too far from 1 in either direction.
  static @Nullable BigDecimal of(JsonNode value) {
    if (!value.isNumber() || (isFloating(value) && !Double.isFinite(value.asDouble()))) {
      return null;
    }
    BigDecimal number = value.decimalValue();
    long exponent = (long) number.precision() - number.scale();
    return number.signum() == 0 || Math.abs(exponent) <= MAX_EXPONENT ? number : null;
  }

  /// The whole number, also where it is written as `1.0` or `1e1`; null where it is none.
  static @Nullable Long whole(JsonNode value) {
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

  static boolean within(JsonNode value, Bounds bounds) {
    BigDecimal number = of(value);
    return number != null
        && number.compareTo(BigDecimal.valueOf(bounds.min())) >= 0
        && number.compareTo(BigDecimal.valueOf(bounds.max())) <= 0;
  }

  private static boolean isFloating(JsonNode value) {
    return value.isDouble() || value.isFloat();
  }
}
