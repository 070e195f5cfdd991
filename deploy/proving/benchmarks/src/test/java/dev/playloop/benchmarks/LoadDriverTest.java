package dev.playloop.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.benchmarks.BenchOptions.Phase;
import dev.playloop.schemas.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The driver works and reports every number; how large they are is no test's business.
@Tag("slow")
class LoadDriverTest {
  @Test
  void smallestLoadGivesEveryNumber() throws Exception {
    List<String> said = new ArrayList<>();

    BenchReport report = LoadDriver.run(tiny(EnumSet.allOf(Phase.class), said));

    JsonNode json = Json.tree(Json.text(report));
    assertThat(json.propertyNames())
        .contains(
            "overheadMsP50",
            "overheadMsP99",
            "turnsPerSecond",
            "turnsPerSecondWire",
            "bytesPerTurn3",
            "bytesPerTurn50",
            "cpuSecondsPer1000Turns",
            "peakRssMb",
            "ceilingPercent1s");
    assertThat(report.bytesPerTurn3()).isPositive();
    assertThat(report.bytesPerTurn50()).isPositive();
    assertThat(report.bookkeepingBytesPerTurn()).isPositive();
    assertThat(report.reasonerBacklogPercent()).isPositive();
    assertThat(report.table()).contains("turns/s, bare").contains("load average");
    assertThat(said).anyMatch(line -> line.contains("over HTTP"));
  }

  private static BenchOptions tiny(Set<Phase> phases, List<String> said) {
    return BenchOptionsBuilder.builder()
        .agents(8)
        .warmUp(Duration.ofSeconds(1))
        .warmUpAtMost(Duration.ofSeconds(1))
        .window(Duration.ofSeconds(3))
        .singleRuns(4)
        .backlogTurns(100)
        .phases(phases)
        .progress(said::add)
        .build();
  }
}
