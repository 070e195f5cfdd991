package dev.playloop.projector.steady;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommitPaceTest {
  private final AtomicInteger commits = new AtomicInteger();
  private boolean due;

  private CommitPace pace(int tasks) {
    return new CommitPace(commits::incrementAndGet, tasks, () -> due);
  }

  @ParameterizedTest(name = "{0} tasks: {1} awake")
  @CsvSource({"1, 8", "2, 4", "4, 2", "12, 2"})
  void theInputsOfAFewAreCommittedAtOnceAndThoseOfManyAreGathered(int tasks, int few) {
    CommitPace pace = pace(tasks);
    for (int i = 0; i < 2 * few; i++) {
      pace.took("agent-" + i, 1_000);
    }

    assertThat(commits).hasValue(few);
  }

  @Test
  void aLoneAgentStaysFastHoweverOftenItIsAwake() {
    CommitPace pace = pace(12);
    for (int i = 0; i < 100; i++) {
      pace.took("ada", 1_000 + i);
    }

    assertThat(commits).hasValue(100);
  }

  @Test
  void onceManyHaveGoneToSleepEachIsCommittedAtOnceAgain() {
    CommitPace pace = pace(4);
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

  @Test
  void whatHasGatheredIsCommittedOnceItIsTimeWithOrWithoutAnotherInput() {
    CommitPace pace = pace(4);
    for (int i = 0; i < 100; i++) {
      pace.took("agent-" + i, 1_000);
    }
    int gathered = commits.get();

    pace.tick();
    assertThat(commits).as("not yet").hasValue(gathered);
    due = true;
    pace.tick();
    assertThat(commits).hasValue(gathered + 1);
    pace.tick();
    assertThat(commits).as("nothing more").hasValue(gathered + 1);
    pace.took("ada", 1_010);
    assertThat(commits).hasValue(gathered + 2);
  }
}
