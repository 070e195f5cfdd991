package dev.playloop.proving.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run that breaks before its end: what it has found and counted is not lost.
@Tag("slow")
final class BrokenRunTest {
  @TempDir private Path breaches;

  private boolean thrown;

  @Test
  void aRunThatBreaksIsABreachAndKeepsItsCounts() throws InterruptedException, IOException {
    FuzzReport report =
        Fuzzer.run(
            FuzzOptionsBuilder.builder()
                .seed(1)
                .time(Duration.ZERO)
                .before(Map.of())
                .count(0)
                .total(0)
                .surfaces(List.of("rows"))
                .checkLimit(Duration.ofSeconds(60))
                .stopAtFirst(false)
                .breaches(breaches)
                .log(this::breakAfterTheFirstRound)
                .build());

    assertThat(report.holds()).isFalse();
    assertThat(report.breaches())
        .singleElement()
        .satisfies(breach -> {
          assertThat(breach.surface()).isEqualTo("run");
          assertThat(breach.what()).contains("the run itself broke", "on purpose");
        });
    assertThat(report.inputs().get("rows")).isPositive();
    assertThat(report.runs()).isPositive();
    assertThat(Files.readString(breaches.resolve("1-run-0.txt"))).contains("on purpose");
  }

  private void breakAfterTheFirstRound(String line) {
    if (!thrown && line.contains("checked in")) {
      thrown = true;
      throw new IllegalStateException("on purpose");
    }
  }
}
