package dev.playloop.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.system.WorkerKind;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FaultPlanTest {
  @Test
  void aSeedGivesTheSamePlanAgain() {
    assertThat(FaultPlan.of(7, 30)).isEqualTo(FaultPlan.of(7, 30));
    assertThat(FaultPlan.of(7, 30)).isNotEqualTo(FaultPlan.of(8, 30));
  }

  @Test
  void everyKindOfFaultAndEveryRoleComes() {
    Set<String> kinds = new HashSet<>();
    Set<WorkerKind> killed = new HashSet<>();
    Set<String> points = new HashSet<>();
    for (FaultPlan.Step step : FaultPlan.of(1, 1_000).steps()) {
      kinds.add(step.fault().kind());
      if (step.fault() instanceof Fault.Kill(WorkerKind role)) {
        killed.add(role);
      }
      if (step.fault() instanceof Fault.KillAt at) {
        points.add(at.role() + " " + at.point());
      }
    }
    assertThat(kinds)
        .containsExactlyInAnyOrder(
            "kill",
            "kill-at",
            "freeze",
            "kill-broker",
            "kill-database",
            "cut",
            "cut-up",
            "cut-down",
            "slow",
            "reset",
            "half-close",
            "join",
            "leave",
            "tear-files",
            "full-disk");
    assertThat(killed).containsExactlyInAnyOrder(WorkerKind.values());
    int all = 0;
    for (WorkerKind role : WorkerKind.values()) {
      all += role.points().size();
    }
    assertThat(points).hasSize(all);
  }

  @Test
  void whereBrokersReplicateEachOfThemIsDisturbedInEachWay() {
    Set<String> kinds = new HashSet<>();
    Set<Integer> killed = new HashSet<>();
    for (FaultPlan.Step step : FaultPlan.of(1, 1_000, 3).steps()) {
      kinds.add(step.fault().kind());
      if (step.fault() instanceof Fault.KillBroker(int broker)) {
        killed.add(broker);
      }
    }
    assertThat(kinds)
        .contains(
            "kill-broker",
            "restart-broker",
            "freeze-broker",
            "lose-broker",
            "fill-broker",
            "cut-zone",
            "bad-path");
    assertThat(killed).containsExactlyInAnyOrder(0, 1, 2);
  }
}
