package dev.playloop.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// 10,000 random histories of questions and answers, each from its own seed. A failure names the
/// seed; `-Dplayloop.simulation.seed=N` lives that one alone, `-Dplayloop.simulation.histories=N`
/// so many.
@Tag("slow")
class ApprovalSimulationTest {
  private static final int HISTORIES = Integer.getInteger("playloop.simulation.histories", 10_000);

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
    if (only == null && HISTORIES >= 10_000) { // what never gets into trouble would prove nothing
      everythingCameUp(lived);
    }
  }

  private static void everythingCameUp(ApprovalCounts lived) {
    assertThat(lived.asked).isGreaterThan(15_000);
    assertThat(lived.approved).isGreaterThan(4_000);
    assertThat(lived.ends.get(How.EDITED)).isGreaterThan(500);
    assertThat(lived.ends.get(How.DENIED)).isGreaterThan(1_500);
    assertThat(lived.ends.get(How.EXPIRED)).isGreaterThan(5_000);
    assertThat(lived.ends.get(How.CANCELLED)).isGreaterThan(1_500);
    assertThat(lived.again).isGreaterThan(600);
    assertThat(lived.escalated).isGreaterThan(1_500);
    assertThat(lived.paidByGrants).isGreaterThan(250);
    assertThat(lived.confirmed).isGreaterThan(100);
    assertThat(lived.second).isGreaterThan(6_000);
    assertThat(lived.besides).isGreaterThan(1_000);
    assertThat(lived.closedParked).isGreaterThan(1_500);
    assertThat(lived.days).isGreaterThan(150);
    assertThat(lived.changedWhileParked).isGreaterThan(1_000);
    assertThat(lived.haltedWhileParked).isGreaterThan(400);
    assertThat(lived.lostWhileParked).isGreaterThan(200);
    assertThat(lived.restarts).isGreaterThan(10_000);
    assertThat(lived.snapshots).isGreaterThan(20_000);
    for (Why why : Why.values()) {
      if (why != Why.TOO_MANY_WORDS && why != Why.TOO_MANY_GRANTS) { // see ApprovalTest, GrantTest
        assertThat(lived.ignored.getOrDefault(why, 0)).as(why.name()).isGreaterThan(30);
      }
    }
  }
}
