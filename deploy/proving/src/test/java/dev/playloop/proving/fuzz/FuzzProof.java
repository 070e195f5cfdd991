package dev.playloop.proving.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the mutations of the fuzzer run, and the test run does not. A mutation is caught where this
/// fails, so it fails only where each of three seeds finds something within a minute: one that
/// finds it by luck is not enough.
final class FuzzProof {
  private static final List<Long> SEEDS = List.of(101L, 202L, 303L);
  private static final Duration TIME = Duration.ofSeconds(60);
  private static final Duration CHECK = Duration.ofSeconds(30);

  @TempDir private Path breaches;

  @Test
  void someOfThreeSeedsHolds() throws InterruptedException {
    List<String> broken = new ArrayList<>();
    for (long seed : SEEDS) {
      FuzzReport report =
          Fuzzer.run(
              new FuzzOptions(
                  seed,
                  TIME,
                  Map.of(),
                  0,
                  0,
                  List.of(),
                  CHECK,
                  true,
                  breaches,
                  System.err::println));
      if (report.holds()) {
        return;
      }
      broken.add(report.text());
    }
    assertThat(broken).as("each of three seeds found something").isEmpty();
  }
}
