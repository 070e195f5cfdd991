package dev.playloop.worlds.eternum.model.sight;

import dev.playloop.worlds.eternum.model.state.EternumView;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a structure has at a time: what was stored, and what was produced since. Pure functions.
final class Stock {
  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,40}(\\.[0-9]{1,18})?");

  private Stock() {}

  /// In whole units, without zeros behind the point; as it came where it is no number.
  static String at(EternumView.Balance balance, long now) {
    BigDecimal stored = number(balance.stored());
    if (stored == null) {
      return balance.stored();
    }
    EternumView.Production production = balance.production();
    BigDecimal added = production == null ? BigDecimal.ZERO : added(production, now);
    return plain(stored.add(added));
  }

  private static BigDecimal added(EternumView.Production production, long now) {
    BigDecimal rate = number(production.perSecond());
    long seconds = Math.max(0, Math.max(0, now) - Math.max(0, production.since()));
    if (rate == null) {
      return BigDecimal.ZERO;
    }
    BigDecimal made = rate.multiply(BigDecimal.valueOf(seconds));
    BigDecimal most = production.left() == null ? null : number(production.left());
    return most == null ? made : made.min(most);
  }

  static @Nullable BigDecimal number(String text) {
    return DECIMAL.matcher(text).matches() ? new BigDecimal(text) : null;
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
