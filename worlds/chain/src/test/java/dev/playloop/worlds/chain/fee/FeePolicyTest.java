package dev.playloop.worlds.chain.fee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.chain.GasBound;
import dev.playloop.worlds.chain.ResourceBounds;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FeePolicyTest {
  private static final FeePolicy POLICY =
      FeePolicy.capped(BigInteger.valueOf(1_000), BigInteger.valueOf(9_000));

  @Test
  void halfMoreThanTheEstimateIsSignedForOfEachAmountAndPriceRoundedUp() {
    assertThat(POLICY.bounds(bounds(11, 3))).isEqualTo(bounds(17, 5));
  }

  @Test
  void aDearerAttemptRaisesEachPriceAndNoAmount() {
    assertThat(POLICY.raised(bounds(10, 100), null)).isEqualTo(bounds(10, 125));
    assertThat(POLICY.raised(bounds(10, 1), null)).isEqualTo(bounds(10, 2));
  }

  @Test
  void aDearerAttemptPaysWhatIsAskedNowWhereThatIsMore() {
    assertThat(POLICY.raised(bounds(10, 100), bounds(10, 200))).isEqualTo(bounds(15, 300));
    assertThat(POLICY.raised(bounds(15, 100), bounds(8, 20))).isEqualTo(bounds(15, 125));
  }

  @ParameterizedTest
  @CsvSource({"99, 25, 8", "150, 9, 8", "150, 25, 0", "150, 25, 9", "1001, 25, 8"})
  void numbersThatCanNotBeMeantAreRefused(int headroom, int bump, int attempts) {
    assertThatThrownBy(
            () -> new FeePolicy(headroom, BigInteger.ONE, BigInteger.ONE, bump, attempts))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aCapIsNotNegative() {
    assertThatThrownBy(() -> FeePolicy.capped(BigInteger.ONE.negate(), BigInteger.ONE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    // balance, ceiling, average (- for none), what
    "99, 100, 10, EMPTY",
    "100, 100, 10, ENOUGH",
    "100, 100, 11, LOW",
    "999, 100, -, LOW",
    "1000, 100, -, ENOUGH"
  })
  void aBalanceLastsForTenActionsOrIsLow(
      long balance, long ceiling, String average, FeeBalance what) {
    BigInteger one = average.equals("-") ? null : new BigInteger(average);

    assertThat(FeeBalance.of(BigInteger.valueOf(balance), BigInteger.valueOf(ceiling), one))
        .isEqualTo(what);
  }

  private static ResourceBounds bounds(long amount, long price) {
    GasBound bound = GasBound.of(amount, price);
    return new ResourceBounds(GasBound.NONE, bound, bound);
  }
}
