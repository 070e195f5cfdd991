package dev.playloop.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.system.Servers;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One system with all its worlds through faults of all kinds. Another seed: `-Dchaos.seed=N`, or
/// `./playloop chaos --seed N --histories 1 --faults 25`.
@Tag("slow")
class ChaosTest {
  private static final long SEED = Long.getLong("chaos.seed", 4_240);
  private static final int FAULTS = 25;

  @TempDir private Path folder;

  @Test
  void aSystemKeepsItsPromisesThroughTwentyFiveFaults() throws InterruptedException {
    HistoryReport report;
    int reorgs;
    try (BadChain chain = new BadChain(SEED, null)) {
      report =
          new History(
                  SEED,
                  FaultPlan.of(SEED, FAULTS),
                  AotCache.NONE,
                  folder,
                  Servers.on(chain.choice()))
              .run();
      reorgs = chain.reorgs();
    }

    assertThat(report.violations()).as("seed %d: %s", SEED, report).isEmpty();
    assertThat(report.faults()).isEqualTo(FAULTS);
    assertThat(report.effects()).isPositive();
    assertThat(report.worlds())
        .containsOnlyKeys("vault", "society", "kernel", "emerald", "eternum");
    assertThat(reorgs).as("times that blocks were taken back").isPositive();
    assertThat(report.hostile()).as("bad records").isGreaterThan(20);
  }
}
