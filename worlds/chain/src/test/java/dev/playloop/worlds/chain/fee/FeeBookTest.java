package dev.playloop.worlds.chain.fee;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FeeBookTest {
  private static final LocalDate TODAY = LocalDate.parse("2026-01-31");
  private static final LocalDate TOMORROW = TODAY.plusDays(1);

  private final FeeBook book = new FeeBook();
  private final FeePolicy policy = FeePolicy.capped(fri(100), fri(250));

  @Test
  void capsAreReachedAndNotPassed() {
    assertThat(book.reserve("a", TODAY, fri(101), policy))
        .isEqualTo(new FeeBook.Excess(FeeBook.Limit.ACTION, fri(100), fri(101)));
    assertThat(book.reserve("a", TODAY, fri(100), policy)).isNull();
    assertThat(book.reserve("b", TODAY, fri(100), policy)).isNull();
    assertThat(book.reserve("c", TODAY, fri(51), policy))
        .isEqualTo(new FeeBook.Excess(FeeBook.Limit.DAY, fri(250), fri(251)));
    assertThat(book.reserve("c", TODAY, fri(50), policy)).isNull();
    assertThat(book.sum(TODAY)).isEqualTo(250);
  }

  @Test
  void aDearerAttemptReservesTheDifferenceOnTheDayOfTheFirst() {
    book.reserve("a", TODAY, fri(60), policy);
    book.reserve("b", TODAY, fri(100), policy);

    assertThat(book.reserve("a", TOMORROW, fri(100), policy)).isNull();

    assertThat(book.sum(TODAY)).isEqualTo(200);
    assertThat(book.sum(TOMORROW)).isEqualTo(0);
  }

  @Test
  void aRefusedRaiseKeepsWhatWasReserved() {
    book.reserve("a", TODAY, fri(60), policy);
    book.reserve("b", TODAY, fri(100), policy);
    book.spent(TODAY, fri(70));

    assertThat(book.reserve("a", TODAY, fri(90), policy)).isNotNull();
    assertThat(book.sum(TODAY)).isEqualTo(230);
  }

  @Test
  void theReceiptSettlesAndWhatWasNotSentCostsNothing() {
    book.reserve("a", TODAY, fri(100), policy);
    book.reserve("b", TODAY, fri(100), policy);
    book.settle("a", fri(40));
    book.settle("a", fri(40));
    book.release("b");

    assertThat(book.sum(TODAY)).as("once").isEqualTo(40);
    assertThat(book.average()).isEqualTo(40);
  }

  @Test
  void whatTheLedgerHasCountsEvenBeyondTheCaps() {
    book.found("a", TODAY, fri(1_000));

    assertThat(book.reserve("b", TODAY, fri(1), policy)).isNotNull();
    assertThat(book.reserve("b", TOMORROW, fri(1), policy)).isNull();
  }

  @Test
  void noOrderOfStepsPassesTheDaysCap() {
    Random random = new Random(15);
    for (int i = 0; i < 10_000; i++) {
      String action = "a" + random.nextInt(6);
      switch (random.nextInt(4)) {
        case 0, 1 -> book.reserve(action, TODAY, fri(random.nextInt(120)), policy);
        case 2 -> book.release(action);
        default -> book.settle(action, fri(0));
      }
      assertThat(book.sum(TODAY)).isBetween(BigInteger.ZERO, fri(250));
    }
  }

  private static BigInteger fri(long amount) {
    return BigInteger.valueOf(amount);
  }
}
