package dev.playloop.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.chaos.process.AotCache;
import dev.playloop.chaos.system.Servers;
import dev.playloop.worlds.chain.devnet.DevnetProgram;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// [ChaosTest] with Eternum on a real node, and fewer other worlds. Another seed: `-Dchaos.seed=N`,
/// where a fifth part of them has Eternum.
@Tag("slow")
class DevnetChaosTest {
  private static final long SEED = Long.getLong("chaos.seed", 4_245);
  private static final int FAULTS = Integer.getInteger("chaos.faults", 6);

  @TempDir private Path folder;

  @Test
  void aSystemOnARealNodeKeepsItsPromisesThroughSixFaults() throws InterruptedException {
    HistoryReport report;
    int reorgs;
    try (BadChain chain = new BadChain(SEED, DevnetProgram.found())) {
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
    assertThat(report.worlds()).containsKey("eternum");
    assertThat(reorgs).as("times that blocks were taken back").isPositive();
  }
}
