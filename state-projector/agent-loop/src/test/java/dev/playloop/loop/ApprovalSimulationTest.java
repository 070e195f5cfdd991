package dev.playloop.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Thousands of random histories of questions and answers, each from its own seed. A failure names
/// the seed; `-Dplayloop.simulation.seed=N` lives that one alone, and `./playloop test --long` ten
/// times as many as each build.
@Tag("slow")
class ApprovalSimulationTest {
  private static final int HISTORIES =
      2_500 * Math.clamp(Integer.getInteger("playloop.test.effort", 1), 1, 1_000);

  @Test
  void nothingGoesOutWithoutThePeopleThatItNeedsInAnyHistory() {
    Long only = Long.getLong("playloop.simulation.seed");
    ApprovalCounts lived = new ApprovalCounts();
    long first = only == null ? 1 : only;
    for (long seed = first; seed < first + (only == null ? HISTORIES : 1); seed++) {
      try {
        new ApprovalSimulation(seed, lived).run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
    System.out.println(lived);
    if (only == null) { // what never gets into trouble would prove nothing
      everythingCameUp(lived);
    }
  }

  private static void everythingCameUp(ApprovalCounts lived) {
    assertThat(lived.asked).isGreaterThan(of(15_000));
    assertThat(lived.approved).isGreaterThan(of(4_000));
    assertThat(lived.ends.get(How.EDITED)).isGreaterThan(of(500));
    assertThat(lived.ends.get(How.DENIED)).isGreaterThan(of(1_500));
    assertThat(lived.ends.get(How.EXPIRED)).isGreaterThan(of(5_000));
    assertThat(lived.ends.get(How.CANCELLED)).isGreaterThan(of(1_500));
    assertThat(lived.again).isGreaterThan(of(600));
    assertThat(lived.escalated).isGreaterThan(of(1_500));
    assertThat(lived.paidByGrants).isGreaterThan(of(250));
    assertThat(lived.confirmed).isGreaterThan(of(100));
    assertThat(lived.second).isGreaterThan(of(6_000));
    assertThat(lived.besides).isGreaterThan(of(1_000));
    assertThat(lived.closedParked).isGreaterThan(of(1_500));
    assertThat(lived.days).isGreaterThan(of(150));
    assertThat(lived.changedWhileParked).isGreaterThan(of(1_000));
    assertThat(lived.haltedWhileParked).isGreaterThan(of(400));
    assertThat(lived.lostWhileParked).isGreaterThan(of(200));
    assertThat(lived.restarts).isGreaterThan(of(10_000));
    assertThat(lived.snapshots).isGreaterThan(of(20_000));
    for (Why why : Why.values()) {
      if (why != Why.TOO_MANY_WORDS && why != Why.TOO_MANY_GRANTS) { // see ApprovalTest, GrantTest
        assertThat(lived.ignored.getOrDefault(why, 0)).as(why.name()).isGreaterThan(of(30));
      }
    }
  }

  /// Of so many in 10,000 histories what these have at least.
  private static int of(int inTenThousand) {
    return Math.toIntExact((long) inTenThousand * HISTORIES / 10_000);
  }
}
