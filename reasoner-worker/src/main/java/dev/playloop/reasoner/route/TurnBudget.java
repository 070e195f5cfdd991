package dev.playloop.reasoner.route;

import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.Route.Prices;
import java.math.BigDecimal;

/// The money of one turn, in USD. Each attempt draws its upper bound before it starts, and gives
/// back the rest only when usage is known. What is billed beyond the bound is counted too, so the
/// cost can pass the permit by that overrun, never by a call that did not fit. Used by one thread.
final class TurnBudget {
  private BigDecimal left;
  private BigDecimal cost = BigDecimal.ZERO;

  TurnBudget(BigDecimal usd) {
    this.left = usd;
  }

  /// Draws the bound of an attempt; false, and nothing drawn, where it doesn't fit.
  boolean draw(BigDecimal bound) {
    if (bound.compareTo(left) > 0) {
      return false;
    }
    left = left.subtract(bound);
    cost = cost.add(bound);
    return true;
  }

  /// The attempt turned out to cost `actual`.
  void settle(BigDecimal bound, BigDecimal actual) {
    left = left.add(bound).subtract(actual);
    cost = cost.subtract(bound).add(actual);
  }

  /// What all attempts have cost, those in doubt at their bounds.
  BigDecimal cost() {
    return cost.signum() == 0 ? BigDecimal.ZERO : cost.stripTrailingZeros();
  }

  /// The most that this many tokens can cost.
  static BigDecimal bound(long inputTokens, long outputTokens, Prices prices) {
    return perMillion(inputTokens, prices.input().max(prices.cached()))
        .add(perMillion(outputTokens, prices.output()));
  }

  /// What this usage costs.
  static BigDecimal price(Usage usage, Prices prices) {
    return perMillion(usage.input() - usage.cached(), prices.input())
        .add(perMillion(usage.cached(), prices.cached()))
        .add(perMillion(usage.output(), prices.output()));
  }

  private static BigDecimal perMillion(long tokens, BigDecimal usd) {
    return usd.multiply(BigDecimal.valueOf(Math.max(0, tokens))).movePointLeft(6);
  }
}
