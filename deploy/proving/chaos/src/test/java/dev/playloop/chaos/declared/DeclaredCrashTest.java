package dev.playloop.chaos.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ActionResult.Status;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Games of declared worlds are killed, frozen, cut off and made to forget, and their executor dies
/// between intent and outcome: one squall for each thing that may happen to a game. Other seeds and
/// more of them: `-Dchaos.seed=N -Dchaos.squalls=N`, or `./playloop chaos --declared 50`.
@Tag("slow")
class DeclaredCrashTest {
  private static final long SEED = Long.getLong("chaos.seed", 16);
  private static final int SQUALLS =
      Integer.getInteger("chaos.squalls", GameKind.PUSHED.blows().size());

  @TempDir private Path folder;

  @Test
  void whateverHappensToAGameItsActionsHappenOnceAndAreToldAsTheyWere()
      throws InterruptedException {
    DeclaredReport report = DeclaredRun.run(SEED, SQUALLS, folder);
    System.out.println(report.table());

    assertThat(report.found()).as("%s", report.table()).isEmpty();
    assertThat(report.squalls()).isEqualTo(SQUALLS);
    assertThat(report.breaches().values()).containsOnly(0);
    assertThat(report.told()).containsKey(Status.DONE);
  }
}
