package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.finish;
import static dev.playloop.loop.ModelSays.says;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.PeopleSay.forget;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.WorldSays.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.LoopEvent;
import org.junit.jupiter.api.Test;

/// What an agent keeps from one run to the next.
class KeptTest {
  @Test
  void rememberedFactsAndRecentExchangesOpenTheNextRun() {
    ada()
        .given(
            message("t1", "bob"),
            calls(
                call("remember", "{\"key\":\"bob\",\"value\":\"a friend\"}"),
                call("note", "{\"text\":\"met bob\"}")))
        .given(says("said hi"))
        .when(message("t2", "joe"))
        .thenPrompt(
            "<memory>", "\"bob\":\"a friend\"", "met bob", "said hi [completed]", "<trigger>");
  }

  @Test
  void factWithAnEmptyValueIsForgotten() {
    ada()
        .given(
            message("t1", "bob"),
            calls(call("remember", "{\"key\":\"bob\",\"value\":\"a friend\"}")),
            calls(call("remember", "{\"key\":\"bob\",\"value\":\"\"}")),
            says("x"))
        .when(message("t2", "joe"))
        .thenPromptLacks("a friend");
  }

  @Test
  void fullMemoryIsTaught() {
    Scenario s = ada(Configs.limits(60, null, null)).given(message("t1", "bob"));
    for (int i = 0; i < LoopPolicy.DEFAULT.facts(); i++) {
      s.given(calls(call("remember", "{\"key\":\"k" + i + "\",\"value\":\"v\"}")));
    }
    s.when(calls(call("remember", "{\"key\":\"more\",\"value\":\"v\"}")))
        .thenAnswers("remember:refused");
  }

  @Test
  void recentExchangesAreTheNewestTwenty() {
    Scenario s = ada();
    for (int i = 0; i < 25; i++) {
      s.given(message("t" + i, "bob"), says("answer number " + i + "."));
    }
    s.when(message("last", "bob"))
        .thenPrompt("answer number 5.", "answer number 24.")
        .thenPromptLacks("answer number 4.");
  }

  @Test
  void forgottenSubjectIsGone() {
    ada()
        .given(message("t1", "bob"), says("hi bob"), message("t2", "joe"), says("hi joe"))
        .given(forget("bob"))
        .when(message("t3", "sue"))
        .thenPrompt("hi joe")
        .thenPromptLacks("bob");
  }

  @Test
  void closedRunLeavesAMemoryRow() {
    Scenario s =
        Scenario.ada(TestWorld.WITH_MEMORIES)
            .given(message("t1", "bob"))
            .when(calls(finish("befriended bob")));
    s.then("closed t1 COMPLETED", "release remember_run t1#1.1001");
    Action row = s.command(Command.ReleaseAction.class).action();
    assertThat(row.args().toString())
        .isEqualTo(
            "{\"subject\":\"bob\",\"summary\":\"befriended"
                + " bob\",\"importance\":0.5,\"source\":\"test/ada:t1\"}");
    s.when(done("t1#1.1001")).then();
    s.when(message("t2", "bob")).then("turn t2#1");
  }

  @Test
  void changeOfTheAnsweringModelIsJournaledAndKept() {
    Scenario s = ada().given(message("t1", "bob"));
    s.when(
        ModelSays.decided(
            ModelSays.decision(
                ModelSays.turnId("t1#1"),
                new dev.playloop.schemas.event.Decision.Answered(
                    "{}", "", java.util.List.of(work("mine"))),
                "0.001",
                "second")));
    assertThat(s.event(LoopEvent.RouteChanged.class).to()).endsWith("second");
    s.when(done("t1#1.1"));
    assertThat(s.command(Command.OpenTurn.class).candidate()).isEqualTo(1);
  }

  @Test
  void runKeepsTheConfigItBeganWith() {
    ada()
        .given(message("t1", "bob"), PeopleSay.config(Configs.tools("get_stats")))
        .when(calls(work("mine")))
        .then("release do_work t1#1.1")
        .given(done("t1#1.1"), says("x"), message("t2", "bob"))
        .when(calls(work("mine")))
        .then("turn t2#2")
        .thenAnswers("do_work:not_allowed");
  }
}
