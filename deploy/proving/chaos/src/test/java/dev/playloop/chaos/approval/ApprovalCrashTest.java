package dev.playloop.chaos.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ApprovalEvent.How;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents ask people, and projector, executor and gateway are killed between the question and the
/// effect: one point of each kind. Other seeds and more points: `-Dchaos.seed=N -Dchaos.points=N`,
/// or `./playloop chaos --approvals 100`.
@Tag("slow")
class ApprovalCrashTest {
  private static final long SEED = Long.getLong("chaos.seed", 1_414);
  private static final int POINTS = Integer.getInteger("chaos.points", 5);

  @TempDir private Path folder;

  @Test
  void whatPeopleSayIsDoneOnceAndNothingElseWhereverAWorkerDies() throws InterruptedException {
    ApprovalReport report = ApprovalRun.run(SEED, POINTS, folder);

    assertThat(report.found()).as("%s", report.table()).isEmpty();
    assertThat(report.points()).isEqualTo(POINTS);
    assertThat(report.breaches().values()).containsOnly(0);
    assertThat(report.ends()).containsKeys(How.APPROVED, How.DENIED);
    assertThat(report.effects()).isPositive();
  }
}
