package dev.playloop.console.index;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// Money as an index keeps it: whole 10^-12 USD, in which every price a million tokens comes out
/// even, and sums are exact up to nine million USD.
final class Usd {
  private static final int DIGITS = 12;
  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE / 1_000);

  private Usd() {}

  static long pico(BigDecimal usd) {
    BigDecimal pico = usd.movePointRight(DIGITS).setScale(0, RoundingMode.HALF_UP);
    return pico.min(MOST).max(BigDecimal.ZERO).longValueExact();
  }

  /// A decimal without an exponent.
  static String text(long pico) {
    if (pico == 0) {
      return "0";
    }
    return BigDecimal.valueOf(pico).movePointLeft(DIGITS).stripTrailingZeros().toPlainString();
  }
}
