package dev.playloop.projector.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LookBudgetTest {
  private static final Duration MOST = Duration.ofSeconds(4);

  private long now;
  private final LookBudget budget = new LookBudget(FollowedSigners.LOOK, () -> now);

  @Test
  void afterTwoLooksThatNobodyAnsweredOneInTenSecondsIsLeftOfALook() {
    look(Duration.ofSeconds(2));
    assertThat(budget.allows()).isTrue();
    look(Duration.ofSeconds(3));

    assertThat(budget.allows()).isFalse();
    now += Duration.ofSeconds(6).toNanos();
    assertThat(budget.allows()).isTrue();
  }

  @Test
  void aFloodOfMadeUpKeysTakesATenthOfTheTime() {
    Duration spent = Duration.ZERO;
    Duration total = Duration.ofMinutes(10);
    Duration step = Duration.ofMillis(3);
    for (Duration passed = Duration.ZERO; passed.compareTo(total) < 0; passed = passed.plus(step)) {
      if (budget.allows()) {
        look(step);
        spent = spent.plus(step);
      } else {
        now += step.toNanos();
      }
    }
    assertThat(spent).isLessThan(total.dividedBy(10).plus(MOST).plus(step));
  }

  @Test
  void aThousandQuickLooksAreMadeAtOnce() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(budget.allows()).isTrue();
      look(Duration.ofMillis(4));
    }
  }

  private void look(Duration took) {
    now += took.toNanos();
    budget.took(took.toNanos());
  }
}
