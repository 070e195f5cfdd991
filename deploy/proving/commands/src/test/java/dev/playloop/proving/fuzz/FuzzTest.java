package dev.playloop.proving.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Guarantee;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Half-broken input to every edge of a running system: a quarter of a minute from a seed that
/// stays, so that what was found once is looked for again, and as long from a fresh one. The CI has
/// `./playloop fuzz` go on for a minute.
@Guarantee
@Tag("slow")
final class FuzzTest {
  private static final Duration TIME = Duration.ofSeconds(15);
  private static final Duration CHECK = Duration.ofSeconds(60);

  /// One a JVM: a second try plays the same.
  private static final long FRESH = new Random().nextInt(1_000_000_000);

  @TempDir private Path breaches;

  @Test
  void nothingBreaksFromASeedThatStays() throws InterruptedException {
    fuzz(12);
  }

  @Test
  void nothingBreaksFromAFreshSeed() throws InterruptedException {
    fuzz(FRESH);
  }

  private void fuzz(long seed) throws InterruptedException {
    FuzzReport report =
        Fuzzer.run(Everywhere.options(seed, TIME, breaches).checkLimit(CHECK).build());

    assertThat(report.breaches()).as("seed %d: %s", seed, report.text()).isEmpty();
    assertThat(report.entries()).as("entries that a second library read").isPositive();
    assertThat(report.surfaces())
        .as("all surfaces, and each met refusals")
        .hasSize(9)
        .allSatisfy((name, surfaced) -> {
          assertThat(surfaced.inputs()).as(name).isPositive();
          assertThat(surfaced.refusals()).as(name).isPositive();
        });
  }
}
