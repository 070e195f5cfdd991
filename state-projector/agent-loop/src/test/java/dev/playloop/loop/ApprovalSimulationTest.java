package dev.playloop.loop;

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
  }
}
