package dev.playloop.worlds.eternum.view;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/// Numbers of the chain as agents read them.
final class Amounts {
  /// The chain has amounts and troop counts times 10 to this.
  private static final int SCALE = 9;

  private static final int PRICE_DIGITS = 6;

  private Amounts() {}

  /// In whole units, exactly.
  static String text(BigInteger scaled) {
    return plain(new BigDecimal(scaled, SCALE));
  }

  /// So many of one for one of the other, to six digits; `0` where there is none of the other.
  static String ratio(BigInteger one, BigInteger other) {
    return other.signum() == 0
        ? "0"
        : plain(
            new BigDecimal(one)
                .divide(
                    new BigDecimal(other), new MathContext(PRICE_DIGITS, RoundingMode.HALF_EVEN)));
  }

  /// A part in percent, to two places.
  static String percent(BigInteger part, BigInteger whole) {
    return whole.signum() == 0
        ? "0"
        : plain(
            new BigDecimal(part)
                .movePointRight(2)
                .divide(new BigDecimal(whole), 2, RoundingMode.DOWN));
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
