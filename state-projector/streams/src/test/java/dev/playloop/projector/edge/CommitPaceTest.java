package dev.playloop.projector.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommitPaceTest {
  private final AtomicInteger commits = new AtomicInteger();

  @ParameterizedTest(name = "{0} tasks: {1} awake")
  @CsvSource({"1, 8", "2, 4", "4, 2", "12, 2"})
  void theInputsOfAFewAreCommittedAtOnceAndThoseOfManyAreGathered(int tasks, int few) {
    CommitPace pace = new CommitPace(commits::incrementAndGet, tasks);
    for (int i = 0; i < 2 * few; i++) {
      pace.took("agent-" + i, 1_000);
    }

    assertThat(commits).hasValue(few);
  }

  @Test
  void aLoneAgentStaysFastHoweverOftenItIsAwake() {
    CommitPace pace = new CommitPace(commits::incrementAndGet, 12);
    for (int i = 0; i < 100; i++) {
      pace.took("ada", 1_000 + i);
    }

    assertThat(commits).hasValue(100);
  }

  @Test
  void onceManyHaveGoneToSleepEachIsCommittedAtOnceAgain() {
    CommitPace pace = new CommitPace(commits::incrementAndGet, 4);
    for (int i = 0; i < 100; i++) {
      pace.took("agent-" + i, 1_000);
    }
    int gathered = commits.get();
    pace.took("ada", 1_060);
    assertThat(commits).as("those of the window before count still").hasValue(gathered);

    pace.took("ada", 1_120);
    pace.took("ada", 900); // a clock that was set back

    assertThat(commits).hasValue(gathered + 2);
  }
}
