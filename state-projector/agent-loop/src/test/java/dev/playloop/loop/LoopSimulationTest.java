package dev.playloop.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// At least 10,000 random histories of one agent, each from its own seed. A failure names the seed;
/// `-Dplayloop.simulation.seed=N` lives that one alone.
class LoopSimulationTest {
  private static final int HISTORIES = 10_000;
  private static final long FIRST = 1;

  @Test
  void guaranteesHoldInEveryHistory() {
    Long only = Long.getLong("playloop.simulation.seed");
    long first = only == null ? FIRST : only;
    long last = only == null ? FIRST + HISTORIES - 1 : only;
    long steps = 0;
    long runs = 0;
    long drops = 0;
    long unknowns = 0;
    long reissued = 0;
    long halts = 0;
    for (long seed = first; seed <= last; seed++) {
      LoopSimulation simulation = new LoopSimulation(seed);
      try {
        simulation.run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
      steps += simulation.steps();
      runs += simulation.checks().runs;
      drops += simulation.checks().drops;
      unknowns += simulation.checks().unknowns;
      reissued += simulation.checks().reissued;
      halts += simulation.checks().halts;
    }
    if (only == null) { // histories that never get into trouble would prove nothing
      assertThat(steps).isGreaterThan(120_000);
      assertThat(runs).isGreaterThan(20_000);
      assertThat(drops).isGreaterThan(2_000);
      assertThat(unknowns).isGreaterThan(100);
      assertThat(reissued).isGreaterThan(200);
      assertThat(halts).isGreaterThan(500);
    }
  }
}
