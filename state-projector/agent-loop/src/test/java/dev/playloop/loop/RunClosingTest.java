package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Arrives.question;
import static dev.playloop.loop.Arrives.trigger;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.defers;
import static dev.playloop.loop.ModelSays.finish;
import static dev.playloop.loop.ModelSays.reply;
import static dev.playloop.loop.ModelSays.says;
import static dev.playloop.loop.ModelSays.saysHalf;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.WorldSays.done;
import static dev.playloop.loop.WorldSays.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Rules 3, 6, 7 and 8: how runs go on and end, the loop's own tools, memory, and failures.
class RunClosingTest {
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
}
