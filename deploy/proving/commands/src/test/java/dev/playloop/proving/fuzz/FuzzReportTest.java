package dev.playloop.proving.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.ReportFile;
import dev.playloop.proving.fuzz.arena.Breach;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FuzzReportTest {
  @TempDir private Path folder;

  @Test
  void runsOfAFileAddUpAndOneBreachBreaksThemAll() {
    Path file = folder.resolve("runs.jsonl");
    ReportFile<FuzzReport> runs = ReportFile.open(file, FuzzReport.class, "a run of the fuzzer");
    runs.add(run(1, Map.of("rows", 10L, "files", 1L), List.of()));
    runs.add(
        run(2, Map.of("rows", 5L), List.of(new Breach("rows", 3, "it broke", "x", "{\"why\":1}"))));

    FuzzReport all =
        FuzzReport.sum(ReportFile.open(file, FuzzReport.class, "a run of the fuzzer").reports());

    assertThat(all.inputs()).isEqualTo(Map.of("rows", 15L, "files", 1L));
    assertThat(all.seed()).isEqualTo(2);
    assertThat(all.seconds()).isEqualTo(4);
    assertThat(all.runs()).isEqualTo(6);
    assertThat(all.deadLetters()).isEqualTo(8);
    assertThat(all.checks()).isEqualTo(2);
    assertThat(all.slowestCheck()).isEqualTo(0.5);
    assertThat(all.holds()).isFalse();
    assertThat(all.text()).contains("rows", "15 inputs", "16 inputs in 4 s", "it broke", "BROKEN");
  }

  private static FuzzReport run(long seed, Map<String, Long> inputs, List<Breach> breaches) {
    Map<String, FuzzReport.Surfaced> surfaces = new LinkedHashMap<>();
    inputs.forEach((name, sent) -> surfaces.put(name, new FuzzReport.Surfaced(sent, 2, 1)));
    return FuzzReportBuilder.builder()
        .seed(seed)
        .seconds(2)
        .surfaces(surfaces)
        .runs(3)
        .deadLetters(4)
        .entries(5)
        .checks(1)
        .slowestCheck(0.5)
        .breaches(breaches)
        .build();
  }
}
