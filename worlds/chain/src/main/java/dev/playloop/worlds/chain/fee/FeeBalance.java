package dev.playloop.worlds.chain.fee;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/// For how long an account's balance lasts.
public enum FeeBalance {
  ENOUGH,
  /// Below what ten average actions cost: somebody should fill it.
  LOW,
  /// Below what this action may cost: the node would not take it.
  EMPTY;

  private static final BigInteger ACTIONS = BigInteger.TEN;

  /// @param ceiling the most that the next action can cost
  /// @param average what actions have cost; null where none has, and the ceiling stands for it
  public static FeeBalance of(
      BigInteger balance, BigInteger ceiling, @Nullable BigInteger average) {
    if (balance.compareTo(ceiling) < 0) {
      return EMPTY;
    }
    BigInteger one = average == null ? ceiling : average;
    return balance.compareTo(one.multiply(ACTIONS)) < 0 ? LOW : ENOUGH;
  }
}
