package dev.playloop.worlds.declared.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.declared.conformance.ConformanceFinding.Outcome;
import dev.playloop.worlds.declared.game.Fault;
import dev.playloop.worlds.declared.game.GameAddress;
import dev.playloop.worlds.declared.game.GameLimits;
import dev.playloop.worlds.declared.game.GameSecret;
import dev.playloop.worlds.declared.game.HttpGame;
import dev.playloop.worlds.declared.game.TestGame;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The kit's own exam: each wrong game is found by the sentence that names its fault and by no
/// other check, and a right one passes them all.
class WrongGamesTest {
  /// What these games do behind their answers they do at the next requests.
  private static final Duration MOMENT = Duration.ofMillis(10);

  private static final GameLimits PATIENT =
      new GameLimits(Duration.ofSeconds(90), Duration.ofSeconds(10), 1024 * 1024);

  static List<ConformanceFinding> check(String base, @Nullable Restart restart)
      throws InterruptedException {
    try (HttpGame game = HttpGame.at(GameAddress.of(base, List.of()), PATIENT)) {
      return new Conformance(
              game, GameSecret.of(TestGame.SECRET), restart, InstantSource.system(), MOMENT)
          .run();
    }
  }

  static List<String> failed(List<ConformanceFinding> findings) {
    return findings.stream()
        .filter(finding -> finding.outcome() == Outcome.FAILED)
        .map(ConformanceFinding::check)
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ACTS_TWICE | once.same-id | the game acts twice on one id",
        "FORGETS_AT_RESTART | restart.keeps | the game forgets after a restart",
        "SAYS_DONE_FIRST | done.acted | the game said done before it had acted",
        "ANSWERS_ANOTHERS_ID | answers.own-id | the game answered for another action",
        "ACTS_AFTER_409 | expired.refused | the game acts after 409",
        "TAKES_EXPIRED | expired.refused | the game takes an expired action",
        "LOSES_PARALLEL | parallel.different | the game loses the second of two parallel actions",
        "TAKES_STALE_SIGNATURES | signature.fresh | the game accepts a stale signature",
        "TAKES_REPLAYS | once.replayed | the game took a valid signed request a second time",
        "ANSWERS_BEFORE_STORED | restart.written | the game answers before its store is written",
        "GIVES_TWO_RESULTS | once.same-result | the game gave two different results for one id",
        "TELLS_OF_STRANGERS | asked.never-sent | the game sent a result for what it never got",
        "DOES_UNKNOWN_TOOLS | tools.unknown | the game said done for an unknown tool",
        "ANSWERS_EMPTY | answers.not-empty | the game answered 200 with an empty body",
        "REDIRECTS | answers.no-redirect | the game redirects elsewhere",
        "CHECKS_NO_SIGNATURE | signature.checked | the game does not check signatures",
        "SIGNS_NO_BODY | signature.body | the game takes a body that was not signed",
        "SIGNS_NO_PATH | signature.path | the game takes a path that was not signed",
        "IGNORES_KEY | once.key | the game acted on a request whose Idempotency-Key",
        "ANSWERS_TEN_MEGABYTES | answers.in-time | the game gave no answer",
        "HAS_NO_PROBES | tools.probe | the game does not offer the probe tools",
        "ACTS_ON_BUSY | parallel.same | the game acts after 409: one action came 8 times at once"
      })
  void aWrongGameIsFoundByTheSentenceThatNamesItsFault(Fault fault, String check, String sentence)
      throws InterruptedException {
    try (TestGame game = TestGame.with(fault)) {
      List<ConformanceFinding> findings = check(game.base(), game::restart);

      assertThat(failed(findings)).as("%s", findings).containsExactly(check);
      assertThat(findings)
          .filteredOn(finding -> finding.check().equals(check))
          .singleElement()
          .satisfies(finding -> assertThat(finding.sentence()).startsWith(sentence));
    }
  }

  @Test
  void aRightGamePassesAllOfThem() throws InterruptedException {
    try (TestGame game = TestGame.with(Fault.NONE)) {
      List<ConformanceFinding> findings = check(game.base(), game::restart);

      assertThat(findings).hasSize(22).allMatch(finding -> finding.outcome() == Outcome.PASSED);
    }
  }

  @Test
  void withoutARestartItsChecksAreNotRunAndNotPassed() throws InterruptedException {
    try (TestGame game = TestGame.with(Fault.FORGETS_AT_RESTART)) {
      List<ConformanceFinding> findings = check(game.base(), null);

      assertThat(findings).noneMatch(finding -> finding.outcome() == Outcome.FAILED);
      assertThat(findings)
          .filteredOn(finding -> finding.outcome() == Outcome.NOT_RUN)
          .extracting(ConformanceFinding::toString)
          .containsExactly(
              "NOT_RUN restart.keeps: no --restart command was given",
              "NOT_RUN restart.written: it tells nothing where restart.keeps has not passed");
    }
  }

  @Test
  void whereNobodyIsThereNothingHasPassed() throws InterruptedException {
    String base;
    try (TestGame game = TestGame.with(Fault.NONE)) {
      base = game.base();
    }
    List<ConformanceFinding> findings = check(base, null);

    assertThat(failed(findings)).containsExactly("tools.probe");
    assertThat(findings).noneMatch(finding -> finding.outcome() == Outcome.PASSED);
  }
}
