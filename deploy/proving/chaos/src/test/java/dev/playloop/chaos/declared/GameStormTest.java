package dev.playloop.chaos.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.worlds.model.game.GameModule;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each game that a build brings is killed and frozen while its players talk, and all workers with
/// it. Another seed: `-Dchaos.seed=N`.
@Tag("slow")
@EmbeddedOnly("games and workers are processes of this machine")
class GameStormTest {
  private static final long SEED = Long.getLong("chaos.seed", 17);

  @TempDir private Path folder;

  static List<GameModule> games() {
    return InstalledWorlds.games();
  }

  @ParameterizedTest
  @MethodSource("games")
  void eachLineIsSaidOnceOrCalledUnknownAndNobodyIsStuck(GameModule game)
      throws InterruptedException {
    Assumptions.assumeTrue(game.lacks().isEmpty(), "NOT RUN: " + String.join("; ", game.lacks()));
    DeclaredReport report = GameStorm.run(game, SEED, folder, folder.resolve("programs"));
    System.out.println(report.table());

    assertThat(report.found()).as("%s", report.table()).isEmpty();
    assertThat(report.breaches().values()).containsOnly(0);
    assertThat(report.told()).containsKey(Status.DONE);
    assertThat(report.kills()).isPositive();
  }
}
