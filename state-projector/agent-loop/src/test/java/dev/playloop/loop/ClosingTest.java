package dev.playloop.loop;

import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.Scenario.buy;
import static dev.playloop.loop.Scenario.call;
import static dev.playloop.loop.Scenario.calls;
import static dev.playloop.loop.Scenario.cancel;
import static dev.playloop.loop.Scenario.declines;
import static dev.playloop.loop.Scenario.defers;
import static dev.playloop.loop.Scenario.done;
import static dev.playloop.loop.Scenario.fails;
import static dev.playloop.loop.Scenario.finish;
import static dev.playloop.loop.Scenario.forget;
import static dev.playloop.loop.Scenario.message;
import static dev.playloop.loop.Scenario.poison;
import static dev.playloop.loop.Scenario.question;
import static dev.playloop.loop.Scenario.refused;
import static dev.playloop.loop.Scenario.reply;
import static dev.playloop.loop.Scenario.resume;
import static dev.playloop.loop.Scenario.says;
import static dev.playloop.loop.Scenario.saysHalf;
import static dev.playloop.loop.Scenario.trigger;
import static dev.playloop.loop.Scenario.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.LoopEvent;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Rules 3, 6, 7 and 8: how runs go on and end, the loop's own tools, memory, and failures.
class ClosingTest {
  @Test
  void textWithoutCallsEndsTheRun() {
    Scenario s = ada().given(message("t1", "bob")).when(says("Hello"));
    s.then("closed t1 COMPLETED");
    assertThat(s.closed().summary()).isEqualTo("Hello");
  }

  @Test
  void finishEndsTheRun() {
    ada().given(message("t1", "bob")).when(calls(finish("ok"))).then("closed t1 COMPLETED");
  }

  @Test
  void finishBesideTheLastCallTakesEffectWhenItSucceeds() {
    Scenario s =
        ada()
            .given(message("t1", "bob"))
            .when(calls(buy("food"), finish("fed")))
            .then("release buy_item t1#1.1")
            .when(done("t1#1.1"))
            .then("closed t1 COMPLETED");
    assertThat(s.closed().summary()).isEqualTo("fed");
  }

  @Test
  void finishBesideACallThatFailsDoesNotEndTheRun() {
    ada()
        .given(message("t1", "bob"), calls(buy("food"), finish("fed")))
        .when(refused("t1#1.1", "insufficient_gold"))
        .then("turn t1#2")
        .thenAnswers("buy_item:refused", "finish:refused");
  }

  @Test
  void owedReplyIsRemindedOfOnce() {
    ada()
        .given(question("t1", "bob", "msg-1"))
        .when(says("bye"))
        .then("turn t1#2")
        .thenPrompt("a reply is owed to message msg-1")
        .when(says("bye"))
        .then("closed t1 STUCK");
  }

  @Test
  void replyToThatMessageMeetsTheDebt() {
    ada()
        .given(question("t1", "bob", "msg-1"))
        .when(calls(reply("msg-1")), done("t1#1.1"))
        .then("release reply_to_message t1#1.1", "closed t1 COMPLETED");
  }

  @Test
  void replyToAnotherMessageDoesNotMeetTheDebt() {
    ada()
        .given(question("t1", "bob", "msg-1"))
        .when(calls(reply("msg-9")), done("t1#1.1"))
        .then("release reply_to_message t1#1.1", "turn t1#2");
  }

  @Test
  void openPlanIsRemindedOfOnceThenTheRunCloses() {
    ada()
        .given(
            message("t1", "bob"),
            calls(
                call(
                    "plan",
                    "{\"steps\":[{\"text\":\"work\",\"done\":true},{\"text\":\"buy"
                        + " food\",\"done\":false}]}")))
        .when(says("done"))
        .then("turn t1#3")
        .thenPrompt("steps of the plan are open: buy food")
        .when(calls(finish("enough")))
        .then("closed t1 COMPLETED");
  }

  @Test
  void finishWithAnOpenPlanIsRefusedOnce() {
    ada()
        .given(message("t1", "bob"))
        .when(
            calls(call("plan", "{\"steps\":[{\"text\":\"work\",\"done\":false}]}"), finish("done")))
        .then("turn t1#2")
        .thenAnswers("plan:done", "finish:refused")
        .when(calls(finish("done")))
        .then("closed t1 COMPLETED");
  }

  @Test
  void replyThatAPlanOwesIsRemindedOf() {
    ada()
        .given(
            trigger("t1", "battle.started"),
            calls(call("plan", "{\"steps\":[],\"replyTo\":\"msg-7\"}")))
        .when(says("won"))
        .then("turn t1#3")
        .thenPrompt("a reply is owed to message msg-7")
        .when(calls(reply("msg-7")), done("t1#3.1"))
        .then("release reply_to_message t1#3.1", "closed t1 COMPLETED");
  }

  @Test
  void planThatIsDoneLetsTheRunEnd() {
    ada()
        .given(
            message("t1", "bob"),
            calls(call("plan", "{\"steps\":[{\"text\":\"work\",\"done\":true}]}")))
        .when(says("done"))
        .then("closed t1 COMPLETED");
  }

  @Test
  void lastTurnHasNoToolsAndItsTextEndsTheRun() {
    Scenario s =
        ada(Configs.limits(2, null, null))
            .given(message("t1", "bob"), calls(work("mine")))
            .when(done("t1#1.1"))
            .then("turn t1#2")
            .thenPrompt("This is the last turn");
    assertThat(s.body().tools()).isEmpty();
    s.when(says("worked")).then("closed t1 COMPLETED");
  }

  @Test
  void lastTurnThatStillCallsToolsIsOutOfTurnsAndNotCalledEmpty() {
    Scenario s =
        ada(Configs.limits(2, null, null))
            .given(message("t1", "bob"), calls(work("mine")), done("t1#1.1"))
            .when(calls(work("mine")))
            .then("closed t1 OUT_OF_TURNS");

    assertThat(s.closed().summary())
        .contains("last turn", "called do_work")
        .doesNotContain("empty");
  }

  @Test
  void lastTurnWithNothingInItIsCalledEmpty() {
    Scenario s =
        ada(Configs.limits(2, null, null))
            .given(message("t1", "bob"), calls(work("mine")), done("t1#1.1"))
            .when(says(" "))
            .then("closed t1 OUT_OF_TURNS");

    assertThat(s.closed().summary()).isEqualTo("the model's answer was empty");
  }

  @Test
  void singleTurnRunMayStillAct() {
    ada(Configs.limits(1, null, null))
        .given(message("t1", "bob"))
        .when(calls(reply("m")), done("t1#1.1"))
        .then("release reply_to_message t1#1.1", "closed t1 COMPLETED");
  }

  @Test
  void emptyAnswerGetsOneNoticeThenEndsTheRun() {
    ada()
        .given(message("t1", "bob"))
        .when(says(" "))
        .then("turn t1#2")
        .thenPrompt("Your answer was empty")
        .when(says(""))
        .then("closed t1 STUCK");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<tool_call>{\"name\":\"do_work\",\"arguments\":{\"job\":\"mine\"}}</tool_call>",
        "I will work.\n  <function=do_work>{}</function>",
        "[TOOL_CALLS] [{\"name\":\"do_work\"}]"
      })
  void aCallThatIsWrittenAsTextIsToldOnceAndNeverCalledCompleted(String text) {
    Scenario s =
        ada()
            .given(message("t1", "bob"))
            .when(says(text))
            .then("turn t1#2")
            .thenPrompt("You wrote a tool call as text; no tool was called")
            .when(says(text))
            .then("closed t1 STUCK");

    assertThat(s.closed().summary())
        .contains("writes tool calls as text", text.lines().toList().getFirst());
  }

  @Test
  void talkAboutACallIsAnAnswer() {
    ada()
        .given(message("t1", "bob"))
        .when(says("A call looks like <tool_call>{}</tool_call>."))
        .then("closed t1 COMPLETED");
  }

  @Test
  void anAnswerThatWasCutIsAskedForOnceMore() {
    Scenario s =
        ada()
            .given(message("t1", "bob"))
            .when(saysHalf("Half a sen"))
            .then("turn t1#2")
            .thenPrompt("cut off at its length limit")
            .when(saysHalf("Half again"))
            .then("closed t1 COMPLETED");

    assertThat(s.closed().summary()).startsWith("Half again… [cut off");
  }

  @Test
  void aRunThatIsToWaitBeyondItsEndClosesAtOnceAndSaysWhy() {
    Scenario s =
        ada()
            .given(message("t1", "bob"))
            .when(defers(Duration.ofDays(365)))
            .then("closed t1 FAILED");

    assertThat(s.closed().summary()).startsWith("deferred: rate_limit; not before");
  }

  @Test
  void runEndsAtItsDeadline() {
    ada(Configs.limits(null, null, Duration.ofSeconds(20)))
        .given(message("t1", "bob"), calls(work("mine")))
        .when(after(Duration.ofSeconds(20)))
        .then("closed t1 DEADLINE");
  }

  @Test
  void cancelledRunHoldsTheLaneUntilItsCallHasAnswered() {
    ada()
        .given(message("t1", "bob"), message("t2", "joe"))
        .when(cancel("t1"))
        .then("closed t1 CANCELLED")
        .when(calls(work("mine")))
        .then("turn t2#1");
  }

  @Test
  void cancelledRunHoldsTheLaneUntilItsWriteHasAnswered() {
    ada()
        .given(message("t1", "bob"), calls(work("mine"), buy("food")), message("t2", "joe"))
        .when(cancel("t1"))
        .then("closed t1 CANCELLED")
        .when(done("t1#1.1"))
        .then("turn t2#1")
        .thenPrompt("do_work did happen after all. (t1)");
  }

  @Test
  void cancelOfAnotherRunChangesNothing() {
    ada().given(message("t1", "bob")).when(cancel("t0")).then();
  }

  @Test
  void llmThatFailsForGoodFailsTheRunWithItsClass() {
    Scenario s = ada().given(message("t1", "bob")).when(fails(LlmFailure.AUTH));
    s.then("closed t1 FAILED");
    assertThat(s.closed().summary()).startsWith("auth:");
  }

  @Test
  void refusalOfTheModelFailsTheRun() {
    ada().given(message("t1", "bob")).when(declines()).then("closed t1 FAILED");
  }

  @Test
  void fallbackActionRunsWhenTheLlmFails() {
    Scenario s =
        ada(Configs.fallback(
                "reply_to_message", "{\"messageId\":\"$replyTo\",\"content\":\"Later.\"}"))
            .given(question("t1", "bob", "msg-1"))
            .when(fails(LlmFailure.OVERLOADED))
            .then("release reply_to_message t1#1.900");
    Action action = s.command(Command.ReleaseAction.class).action();
    assertThat(action.args().get("messageId").stringValue()).isEqualTo("msg-1");
    s.when(done("t1#1.900")).then("closed t1 FALLBACK");
  }

  @Test
  void fallbackThatIsRefusedFailsTheRun() {
    ada(Configs.fallback("do_work", "{\"job\":\"mine\"}"))
        .given(message("t1", "bob"), fails(LlmFailure.OVERLOADED))
        .when(refused("t1#1.900", "tired"))
        .then("closed t1 FAILED");
  }

  @Test
  void fallbackOutsideTheRunsBoundaryIsNotRun() {
    ada(Configs.fallback("do_work", "{\"job\":\"mine\"}").andThen(Configs.tools("reply_to_message"))
            ::apply)
        .given(message("t1", "bob"))
        .when(fails(LlmFailure.OVERLOADED))
        .then("closed t1 FAILED");
  }

  @Test
  void fallbackThatDoesNotFitItsToolIsNotRun() {
    ada(Configs.fallback("do_work", "{\"jobb\":1}"))
        .given(message("t1", "bob"))
        .when(fails(LlmFailure.OVERLOADED))
        .then("closed t1 FAILED");
  }

  @Test
  void deferredTurnIsOpenedAgainThen() {
    ada()
        .given(message("t1", "bob"))
        .when(defers(Duration.ofSeconds(30)))
        .then()
        .when(after(Duration.ofSeconds(29)))
        .then()
        .when(after(Duration.ofSeconds(1)))
        .then("turn t1#1")
        .when(says("hi"))
        .then("closed t1 COMPLETED");
  }

  @Test
  void deferralIntoThePastWaitsASecond() {
    ada()
        .given(message("t1", "bob"))
        .when(defers(Duration.ofSeconds(-5)))
        .then()
        .when(after(Duration.ofSeconds(1)))
        .then("turn t1#1");
  }

  @Test
  void missingRouteFailsTheRun() {
    Scenario s = ada(Configs.routes(Map.of())).when(message("t1", "bob"));
    s.then("closed t1 FAILED");
    assertThat(s.closed().summary()).startsWith("no_route:");
  }

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
        Scenario.inWorldWithMemories()
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
  void poisonClosesTheRunAndTheNextOpensALittleLater() {
    ada()
        .given(message("t1", "bob"), calls(work("mine")), done("t1#1.1"), message("t2", "joe"))
        .when(poison())
        .then("closed t1 FAILED")
        .thenEvents("Poisoned")
        .when(says("too late"), after(Duration.ofSeconds(1)))
        .then("turn t2#1");
  }

  @Test
  void thirdPoisonQuarantinesUntilAPersonResumes() {
    ada()
        .given(poison(), poison(), message("t1", "bob"), message("t2", "joe"))
        .when(poison())
        .then("closed t1 FAILED", "dropped t2 QUARANTINED")
        .thenEvents("Quarantined")
        .when(message("t3", "bob"))
        .then("dropped t3 QUARANTINED")
        .when(resume(), says("late"), message("t4", "bob"))
        .then("turn t4#1");
  }

  @Test
  void changeOfTheAnsweringModelIsJournaledAndKept() {
    Scenario s = ada().given(message("t1", "bob"));
    s.when(
        Scenario.decided(
            Scenario.decision(
                Scenario.turnId("t1#1"),
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
        .given(message("t1", "bob"), Scenario.config(Configs.tools("get_stats")))
        .when(calls(work("mine")))
        .then("release do_work t1#1.1")
        .given(done("t1#1.1"), says("x"), message("t2", "bob"))
        .when(calls(work("mine")))
        .then("turn t2#2")
        .thenAnswers("do_work:not_allowed");
  }
}
