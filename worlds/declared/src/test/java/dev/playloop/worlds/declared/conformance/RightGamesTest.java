package dev.playloop.worlds.declared.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Programs;
import dev.playloop.worlds.declared.conformance.ConformanceFinding.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The games that `docs/game-contract.md` shows pass the whole kit, killed and started again. NOT
/// RUN where their language is not there.
@Tag("slow")
class RightGamesTest {
  private static final Path PAGE = Path.of("../../docs/game-contract.md");

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void aGameInAnotherLanguagePassesTheWholeKit(RightGame right)
      throws IOException, InterruptedException {
    right.require();
    try (GameProcess game = GameProcess.start(folder, right)) {
      List<ConformanceFinding> findings = WrongGamesTest.check(game.base(), game::restart);

      assertThat(findings).hasSize(22).allMatch(finding -> finding.outcome() == Outcome.PASSED);
    }
  }

  @ParameterizedTest
  @EnumSource
  void withoutTestModeItOffersNoProbes(RightGame right) throws IOException, InterruptedException {
    right.require();
    try (GameProcess game = GameProcess.earnest(folder, right)) {
      List<ConformanceFinding> findings = WrongGamesTest.check(game.base(), game::restart);

      assertThat(WrongGamesTest.failed(findings)).containsExactly("tools.probe");
    }
  }

  /// A line that was cut off in its midst was never answered, and the next one stands by itself.
  @ParameterizedTest
  @EnumSource
  void aTornStoreIsReadUpToItsLastWholeLine(RightGame right)
      throws IOException, InterruptedException {
    right.require();
    try (GameProcess game = GameProcess.start(folder, right)) {
      List<ConformanceFinding> findings =
          WrongGamesTest.check(
              game.base(),
              () -> {
                game.kill();
                game.tear();
                game.again();
              });

      // A game that does not start again leaves checks that were not run, and none that failed.
      assertThat(findings).hasSize(22).allMatch(finding -> finding.outcome() == Outcome.PASSED);
    }
  }

  /// The curls of the page, as they stand there.
  @ParameterizedTest
  @EnumSource
  void whatThePageSaysToTypeWorks(RightGame right) throws IOException, InterruptedException {
    right.require();
    Programs.require("curl", "jq", "openssl");
    try (GameProcess game = GameProcess.earnest(folder, right)) {
      String done =
          "{\"action\":\"tally/ada:try#1.1\",\"status\":\"done\",\"output\":{\"rung\":1}}";

      assertThat(game.typed(PAGE).replace(" ", "")).isEqualTo(done + done);
    }
  }
}
