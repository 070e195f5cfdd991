package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Arrives.trigger;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.finish;
import static dev.playloop.loop.ModelSays.says;
import static dev.playloop.loop.PeopleSay.cancel;
import static dev.playloop.loop.PeopleSay.forget;
import static dev.playloop.loop.Scenario.ada;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Trigger;
import org.junit.jupiter.api.Test;

/// An agent that goes on with work of its own from run to run.
class IterationTest {
  private static final String PLAN =
      "{\"steps\":[{\"text\":\"read the corpus\",\"done\":true},"
          + "{\"text\":\"ask bob for claims\",\"done\":false}]}";

  private static Scenario.Event iteration(String id) {
    return trigger(Trigger.of(id, Configs.ADA, "schedule.work"));
  }

  @Test
  void aPlanLivesOnFromIterationToIteration() {
    ada()
        .when(iteration("i1"))
        .thenPrompt("\"iteration\":1", "\"plan\":[]")
        .given(calls(call("plan", PLAN), finish("read")))
        .when(iteration("i2"))
        .thenPrompt(
            "\"iteration\":2",
            "{\"text\":\"read the corpus\",\"done\":true}",
            "{\"text\":\"ask bob for claims\",\"done\":false}");
  }

  @Test
  void anIterationMayLeaveStepsOpenWhereOtherRunsAreReminded() {
    ada()
        .given(iteration("i1"))
        .when(calls(call("plan", PLAN), finish("enough for now")))
        .then("closed i1 COMPLETED");
    ada()
        .given(message("t1", "bob"))
        .when(calls(call("plan", PLAN), finish("enough for now")))
        .then("turn t1#2")
        .thenPrompt("ask bob for claims");
  }

  @Test
  void aPlanIsKeptWhateverEndsTheIteration() {
    ada()
        .given(iteration("i1"), calls(call("plan", PLAN)), cancel("i1"), says("late"))
        .when(iteration("i2"))
        .thenPrompt("\"iteration\":2", "read the corpus");
  }

  @Test
  void runsOfOtherKindsNeitherCountNorChangeThePlan() {
    Scenario s =
        ada()
            .given(iteration("i1"), calls(call("plan", PLAN), finish("read")))
            .given(message("t1", "bob"), says("hi"))
            .when(iteration("i2"))
            .thenPrompt("\"iteration\":2", "ask bob for claims");
    assertThat(s.state().memory().work()).isNotNull();
  }

  @Test
  void whoIsForgottenLeavesThePlan() {
    ada()
        .given(iteration("i1"), calls(call("plan", PLAN), finish("read")), forget("bob"))
        .when(iteration("i2"))
        .thenPrompt("read the corpus")
        .thenPromptLacks("ask bob");
  }
}
