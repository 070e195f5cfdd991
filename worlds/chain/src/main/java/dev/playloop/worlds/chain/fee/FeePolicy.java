package dev.playloop.worlds.chain.fee;

import dev.playloop.schemas.Require;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.ResourceBounds;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/// What an account's transactions may cost, in the smallest unit of its chain's money. Immutable.
///
/// @param headroom per cent of the estimate that are reserved, of each amount and of each price: a
///   transaction runs on another state than its estimate did
/// @param perAction the most that one action may cost, with all of its attempts
/// @param perDay the most that the actions begun on one day, in UTC, may cost
/// @param bump per cent by which each price of another attempt is higher; nodes take none below 10
/// @param attempts how often one action may be signed
public record FeePolicy(
    int headroom, BigInteger perAction, BigInteger perDay, int bump, int attempts) {
  private static final int WHOLE = 100;

  /// Throws [dev.playloop.schemas.InvalidValueException].
  public FeePolicy {
    Require.range("fees.headroom", headroom, WHOLE, 1_000);
    Require.range("fees.bump", bump, 10, 1_000);
    Require.range("fees.attempts", attempts, 1, LedgerEntry.Intent.MAX_ATTEMPTS);
    if (perAction.signum() < 0 || perDay.signum() < 0) {
      throw new IllegalArgumentException("a cap is not negative");
    }
  }

  /// These caps, half more than the estimate, and each further attempt a quarter dearer.
  public static FeePolicy capped(BigInteger perAction, BigInteger perDay) {
    return new FeePolicy(150, perAction, perDay, 25, LedgerEntry.Intent.MAX_ATTEMPTS);
  }

  public FeePolicy withBump(int percent, int most) {
    return new FeePolicy(headroom, perAction, perDay, percent, most);
  }

  /// What is signed for an estimate.
  public ResourceBounds bounds(ResourceBounds estimate) {
    return scaled(estimate, headroom, headroom);
  }

  /// What another attempt is signed for: the same amounts, each price raised by what a node asks of
  /// a replacement, or to what is asked now, where that is more.
  ///
  /// @param now the present estimate; null where there is none
  public ResourceBounds raised(ResourceBounds bounds, @Nullable ResourceBounds now) {
    ResourceBounds more = scaled(bounds, WHOLE, WHOLE + bump);
    if (now == null) {
      return more;
    }
    ResourceBounds asked = bounds(now);
    return new ResourceBounds(
        higher(more.l1Gas(), asked.l1Gas()),
        higher(more.l2Gas(), asked.l2Gas()),
        higher(more.l1DataGas(), asked.l1DataGas()));
  }

  private static GasBound higher(GasBound one, GasBound other) {
    return new GasBound(
        Math.max(one.maxAmount(), other.maxAmount()), one.maxPrice().max(other.maxPrice()));
  }

  private static ResourceBounds scaled(ResourceBounds bounds, int amount, int price) {
    return new ResourceBounds(
        scaled(bounds.l1Gas(), amount, price),
        scaled(bounds.l2Gas(), amount, price),
        scaled(bounds.l1DataGas(), amount, price));
  }

  private static GasBound scaled(GasBound bound, int amount, int price) {
    return new GasBound(
        percent(BigInteger.valueOf(bound.maxAmount()), amount).longValueExact(),
        percent(bound.maxPrice(), price));
  }

  /// Rounded up: a price of 1 must rise, too.
  private static BigInteger percent(BigInteger value, int percent) {
    return value
        .multiply(BigInteger.valueOf(percent))
        .add(BigInteger.valueOf(WHOLE - 1))
        .divide(BigInteger.valueOf(WHOLE));
  }
}
