package dev.playloop.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// At least 10,000 random histories of one agent, each from its own seed. A failure names the seed;
/// `-Dplayloop.simulation.seed=N` lives that one alone.
@Tag("slow")
class LoopSimulationTest {
  @Test
  void guaranteesHoldInEveryHistory() {
    Long only = Long.getLong("playloop.simulation.seed");
    Histories lived = only == null ? Histories.all() : Histories.one(only);
    if (only == null) { // histories that never get into trouble would prove nothing
      assertThat(lived.steps()).isGreaterThan(120_000);
      assertThat(lived.runs()).isGreaterThan(20_000);
      assertThat(lived.drops()).isGreaterThan(2_000);
      assertThat(lived.unknowns()).isGreaterThan(100);
      assertThat(lived.reissued()).isGreaterThan(200);
      assertThat(lived.halts()).isGreaterThan(500);
    }
  }

  /// The loop's own ticks come one at a time, and for ever, whatever else happens.
  @Test
  void aScheduleWithADelayHasOneTickInEveryHistory() {
    assertThat(Histories.ticking(150).runs()).isGreaterThan(5_000);
  }

  /// A run goes on with what its world declared when it began, or with what is in force where that
  /// is lost; and taken again, with all declarations at hand, it gives the same.
  @Test
  void whatAWorldDeclaresMayChangeInEveryHistory() {
    Histories lived = Histories.changing(500);
    assertThat(lived.runs()).isGreaterThan(1_000);
    assertThat(lived.lost()).isGreaterThan(100);
  }
}
