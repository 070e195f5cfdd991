package dev.playloop.worlds.declared.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.declared.conformance.ConformanceFinding.Outcome;
import dev.playloop.worlds.declared.conformance.FetchingGame.Wrong;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The kit is judged by games that fetch and are wrong in one way each, and by one that is right.
class FetchConformanceTest {
  private static final FetchHand.Pace PACE =
      new FetchHand.Pace(Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofMillis(200));

  private static FetchConformance kit(FetchHand.Pace pace) {
    WorldDeclaration declaration =
        new ConfigFile(
                "world.yaml",
                """
                world: tavern
                tools: [{name: pour, description: Pour a drink., effect: write}]
                actions: {pull: true}
                """)
            .as(WorldDeclaration.class, DeclaredWorld::misfits);
    return new FetchConformance(DeclaredWorld.of(declaration), InstantSource.system(), pace);
  }

  private static List<ConformanceFinding> check(Wrong wrong) throws InterruptedException {
    // Whose answer is another's is waited for until the end.
    Duration answer = wrong == Wrong.ANSWERS_ANOTHERS_ID ? Duration.ofSeconds(12) : PACE.answer();
    // Who denies what it did must have begun before it is sent away.
    Duration moment = wrong == Wrong.DENIES_WHAT_IT_DID ? Duration.ofSeconds(1) : PACE.moment();
    try (FetchConformance kit = kit(new FetchHand.Pace(PACE.coming(), answer, moment));
        FetchingGame _ = FetchingGame.start(kit.address(), wrong)) {
      return kit.run();
    }
  }

  @Test
  void aRightGamePassesAllOfThem() throws InterruptedException {
    assertThat(check(Wrong.NOWHERE))
        .hasSize(9)
        .allSatisfy(found -> assertThat(found.outcome()).isEqualTo(Outcome.PASSED));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ACTS_ON_A_QUESTION | again.acts-once | the game acts again when it is asked",
        "DENIES_WHAT_IT_DID | again.untold | the game says not_done after it acted",
        "ANSWERS_ANOTHERS_ID | answers.own-id | the game answered for 'tavern/ada:other#1.1'",
        "SAYS_DONE_AND_DOES_NOT | done.acted | the game said done once, and its counter stands at 0",
        "TELLS_OF_STRANGERS | again.never-sent | the game has a result for what it never got",
        "MIXES_TWO_UP | parallel.different | the game answered for another action",
        "DOES_UNKNOWN_TOOLS | tools.unknown | the game answered a call of an unknown tool",
      })
  void aWrongGameIsFoundByTheSentenceThatNamesItsFault(Wrong wrong, String check, String sentence)
      throws InterruptedException {
    List<ConformanceFinding> findings = check(wrong);

    assertThat(findings)
        .as("%s", findings)
        .filteredOn(found -> found.check().equals(check))
        .singleElement()
        .satisfies(found -> {
          assertThat(found.outcome()).isEqualTo(Outcome.FAILED);
          assertThat(found.sentence()).startsWith(sentence);
        });
  }

  @Test
  void whereNobodyFetchesNothingHasPassedButWhatNobodyBroke() throws InterruptedException {
    try (FetchConformance kit =
        kit(new FetchHand.Pace(Duration.ofMillis(300), Duration.ofSeconds(12), PACE.moment()))) {
      assertThat(kit.run())
          .filteredOn(found -> found.outcome() == Outcome.FAILED)
          .singleElement()
          .satisfies(found -> assertThat(found.sentence()).contains("did not fetch"));
    }
  }
}
