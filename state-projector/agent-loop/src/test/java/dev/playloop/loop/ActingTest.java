package dev.playloop.loop;

import static dev.playloop.loop.Scenario.actionId;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.Scenario.afterHops;
import static dev.playloop.loop.Scenario.approve;
import static dev.playloop.loop.Scenario.buy;
import static dev.playloop.loop.Scenario.call;
import static dev.playloop.loop.Scenario.calls;
import static dev.playloop.loop.Scenario.deny;
import static dev.playloop.loop.Scenario.done;
import static dev.playloop.loop.Scenario.doneAt;
import static dev.playloop.loop.Scenario.inSlowWorld;
import static dev.playloop.loop.Scenario.message;
import static dev.playloop.loop.Scenario.refused;
import static dev.playloop.loop.Scenario.reply;
import static dev.playloop.loop.Scenario.result;
import static dev.playloop.loop.Scenario.says;
import static dev.playloop.loop.Scenario.trigger;
import static dev.playloop.loop.Scenario.viewReaches;
import static dev.playloop.loop.Scenario.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Part;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Rules 4, 5 and 10: reads and writes, one answer for each call, teaching, and the view after a
/// write.
class ActingTest {
  private static final ToolCall STATS = call("get_stats", "{}");
  private static final ToolCall MARKET = call("get_market", "");

  @Test
  void readsRunTogetherAndAnswersStandInCallOrder() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(STATS, MARKET))
        .then("release get_stats t1#1.1", "release get_market t1#1.2")
        .when(done("t1#1.2"))
        .then()
        .when(done("t1#1.1"))
        .then("turn t1#2")
        .thenAnswers("get_stats:done", "get_market:done");
  }

  @Test
  void whatAToolShowsStandsBesideItsAnswer() {
    Part.Image screen = new Part.Image("ab", "file:///ab.png", "image/png");
    Scenario s =
        ada()
            .given(message("t1", "bob"))
            .when(calls(STATS, MARKET))
            .when(
                result(
                    ActionResult.done(
                            Scenario.actionId("t1#1.1"), Configs.ADA, Json.NODES.objectNode(), null)
                        .showing(List.of(screen))))
            .when(done("t1#1.2"))
            .then("turn t1#2");
    assertThat(s.transcript())
        .filteredOn(Message.ToolOutput.class::isInstance)
        .extracting(message -> ((Message.ToolOutput) message).shown())
        .containsExactly(List.of(screen), null);
  }

  @Test
  void writesRunOneAtATimeInTheModelsOrder() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(work("mine"), buy("food")))
        .then("release do_work t1#1.1")
        .when(done("t1#1.1"))
        .then("release buy_item t1#1.2")
        .when(done("t1#1.2"))
        .then("turn t1#2");
  }

  @Test
  void readsAndTheFirstWriteGoOutTogether() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(work("mine"), STATS, buy("food")))
        .then("release get_stats t1#1.2", "release do_work t1#1.1");
  }

  @Test
  void writesAfterAFailedOneAreSkipped() {
    Scenario s =
        ada()
            .given(message("t1", "bob"), calls(buy("food"), work("mine"), STATS), done("t1#1.3"))
            .when(refused("t1#1.1", "insufficient_gold"))
            .then("turn t1#2")
            .thenAnswers("buy_item:refused", "do_work:skipped", "get_stats:done")
            .thenPrompt("insufficient_gold", "Adjust your plan");
    s.when(says("I give up"));
    assertThat(s.closed().actions())
        .containsExactly(
            new LoopEvent.ActionTaken("get_stats", ActionResult.Status.DONE),
            new LoopEvent.ActionTaken("buy_item", ActionResult.Status.REFUSED),
            new LoopEvent.ActionTaken("do_work", ActionResult.Status.SKIPPED));
  }

  @Test
  void failedReadLetsWritesGoOn() {
    ada()
        .given(message("t1", "bob"), calls(STATS, work("mine"), buy("food")))
        .when(refused("t1#1.1", "no"), done("t1#1.2"))
        .then("release buy_item t1#1.3");
  }

  @Test
  void invalidArgumentsNeverLeaveTheLoop() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(call("buy_item", "{\"item\":\"food\",\"quantitty\":-1}")))
        .then("turn t1#2")
        .thenAnswers("buy_item:invalid")
        .thenPrompt("\"code\":\"invalid_arguments\"", "did you mean 'quantity'?");
  }

  @Test
  void outOfBoundsNumberNamesFieldAndRange() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(call("buy_item", "{\"item\":\"food\",\"quantity\":-5}")))
        .thenPrompt("from 1 to 99", "\"field\":\"quantity\"");
  }

  @Test
  void argumentsThatAreNoJsonAreTaught() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(call("buy_item", "{\"item\":")))
        .then("turn t1#2")
        .thenPrompt("text that is no JSON");
  }

  @Test
  void reasonersVerdictIsCheckedAgain() {
    ToolCall wrong =
        new ToolCall(
            "c", "buy_item", "{}", new ToolCall.Valid(Json.tree("{\"item\":7,\"quantity\":1}")));
    ada()
        .given(message("t1", "bob"))
        .when(calls(wrong))
        .then("turn t1#2")
        .thenAnswers("buy_item:invalid");
  }

  @Test
  void unknownToolGetsTheNearestName() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(call("buy_items", "{}")))
        .then("turn t1#2")
        .thenAnswers("buy_items:invalid")
        .thenPrompt("did you mean buy_item?");
  }

  @Test
  void toolOutsideTheBoundariesIsRefused() {
    ada(Configs.tools("get_stats", "do_work"))
        .given(message("t1", "bob"))
        .when(calls(buy("food"), call("do_work", "{\"job\":\"mine\"}")))
        .then("turn t1#2")
        .thenAnswers("buy_item:not_allowed", "do_work:skipped");
  }

  @Test
  void readOutsideTheBoundariesIsRefusedToo() {
    ada(Configs.tools("do_work"))
        .given(message("t1", "bob"))
        .when(calls(STATS))
        .then("turn t1#2")
        .thenAnswers("get_stats:not_allowed");
  }

  @Test
  void internalWriteIsUnknownToTheModel() {
    Scenario.inWorldWithMemories()
        .given(message("t1", "bob"))
        .when(calls(call("remember_run", "{}")))
        .then("turn t1#2")
        .thenAnswers("remember_run:invalid");
  }

  @Test
  void invalidWriteSkipsTheWritesBehindIt() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(call("buy_item", "{}"), work("mine"), STATS))
        .then("release get_stats t1#1.3")
        .when(done("t1#1.3"))
        .then("turn t1#2")
        .thenAnswers("buy_item:invalid", "do_work:skipped", "get_stats:done");
  }

  @Test
  void sameInvalidCallThreeTimesIsStuck() {
    ToolCall wrong = call("buy_item", "{\"quantity\":1}");
    ada()
        .given(message("t1", "bob"), calls(wrong), calls(wrong, STATS), done("t1#2.2"))
        .when(calls(wrong))
        .then("closed t1 STUCK");
  }

  @Test
  void differentInvalidCallsAreNotStuck() {
    ada()
        .given(message("t1", "bob"), calls(call("a1", "{}")), calls(call("a2", "{}")))
        .when(calls(call("a3", "{}")))
        .then("turn t1#4");
  }

  @Test
  void fiftyParallelCallsAreBounded() {
    ToolCall[] fifty = IntStream.range(0, 50).mapToObj(i -> STATS).toArray(ToolCall[]::new);
    Scenario s = ada().given(message("t1", "bob")).when(calls(fifty));
    for (int k = 1; k <= 16; k++) {
      s.given(done("t1#1." + k));
    }
    assertThat(s.openTurn().number()).isEqualTo(2);
    s.thenPrompt("too_many_calls");
    assertThat(s.body().messages()).hasSize(1 + 1 + 1 + 50 + 0);
  }

  @Test
  void hugeArgumentsAreRefused() {
    String item = "x".repeat(30_000);
    ada()
        .given(message("t1", "bob"))
        .when(calls(buy(item)))
        .then("turn t1#2")
        .thenAnswers("buy_item:refused");
  }

  @Test
  void hugeOutputIsCutWithANote() {
    Scenario s =
        ada()
            .given(message("t1", "bob"), calls(STATS))
            .when(
                result(
                    ActionResult.done(
                        Scenario.actionId("t1#1.1"),
                        Configs.ADA,
                        Json.NODES.stringNode("ä".repeat(100_000)),
                        null)))
            .then("turn t1#2")
            .thenPrompt("ask for less");
    assertThat(s.promptText().length()).isLessThan(40_000);
  }

  @Test
  void receiptsReachTheModelWhereThereAreAny() {
    ActionResult done =
        ActionResult.done(
            actionId("t1#1.1"), Configs.ADA, Json.NODES.objectNode().put("gold", 3), null);
    ada()
        .given(message("t1", "bob"), calls(work("mine")))
        .when(result(done.receipts(List.of("0xabc", "sha256:12"))))
        .then("turn t1#2")
        .thenPrompt("{\"gold\":3},\"receipts\":[\"0xabc\",\"sha256:12\"]}");
    ada()
        .given(message("t1", "bob"), calls(work("mine")))
        .when(result(done))
        .then("turn t1#2")
        .thenPrompt("{\"gold\":3}}")
        .thenPromptLacks("receipts");
  }

  /// A world may give any number of any length: what the model sees of them is bounded.
  @Test
  void receiptsOfAnOutputThatIsCutAreKeptWithinBounds() {
    ActionResult done =
        ActionResult.done(
            actionId("t1#1.1"), Configs.ADA, Json.NODES.stringNode("ä".repeat(100_000)), null);
    Scenario s =
        ada()
            .given(message("t1", "bob"), calls(work("mine")))
            .when(result(done.receipts(Collections.nCopies(1_000, "r".repeat(1_000)))))
            .then("turn t1#2")
            .thenPrompt("ask for less");
    assertThat(s.promptText().length()).isLessThan(40_000);
    assertThat(s.promptText().split("r{200}", -1)).hasSize(9);
  }

  @Test
  void actionLimitIsTaughtOnceThenEndsTheRun() {
    ada(Configs.limits(10, 1, null))
        .given(message("t1", "bob"), calls(work("mine")), done("t1#1.1"))
        .when(calls(work("mine")))
        .then("turn t1#3")
        .thenPrompt("the limit of 1 actions")
        .when(calls(work("mine")))
        .then("closed t1 OUT_OF_ACTIONS");
  }

  @Test
  void turnAfterAWriteWaitsForTheViewThatShowsIt() {
    ada()
        .given(message("t1", "bob"), calls(work("mine")))
        .when(doneAt("t1#1.1", 7))
        .then("await 7")
        .when(viewReaches(6))
        .then()
        .when(viewReaches(7))
        .then("turn t1#2");
  }

  @Test
  void viewThatDoesNotComeIsWaitedForAQuarterOfASecond() {
    ada()
        .given(message("t1", "bob"), calls(work("mine")), doneAt("t1#1.1", 7))
        .when(after(Duration.ofMillis(249)))
        .then()
        .when(after(Duration.ofMillis(1)))
        .then("turn t1#2")
        .thenPrompt("There is no view that shows your last action yet");
  }

  @Test
  void howLongTheViewIsWaitedForIsTheWorldsToSay() {
    inSlowWorld()
        .given(message("t1", "bob"), calls(work("mine")), doneAt("t1#1.1", 7))
        .when(after(Duration.ofMillis(7_999)))
        .then()
        .when(after(Duration.ofMillis(1)))
        .then("turn t1#2")
        .thenPrompt("There is no view that shows your last action yet");
  }

  @Test
  void versionIsAwaitedOnlyOnce() {
    ada()
        .given(message("t1", "bob"), calls(work("mine")), doneAt("t1#1.1", 7), viewReaches(7))
        .when(calls(STATS), done("t1#2.1"))
        .then("release get_stats t1#2.1", "turn t1#3");
  }

  @Test
  void toolThatNeedsApprovalWaitsForIt() {
    ada(Configs.approvals("buy_item"))
        .given(message("t1", "bob"))
        .when(calls(buy("food"), work("mine")))
        .then()
        .thenEvents("ApprovalAsked")
        .when(approve("t1#1.1"))
        .then("release buy_item t1#1.1")
        .when(approve("t1#1.1"), done("t1#1.1"))
        .then("release do_work t1#1.2");
  }

  @Test
  void whereAllNeedApprovalEveryWriteWaitsAndNoRead() {
    ada(Configs.approvals("*"))
        .given(message("t1", "bob"))
        .when(calls(work("mine"), STATS, buy("food")))
        .then("release get_stats t1#1.2")
        .thenEvents("ApprovalAsked")
        .when(done("t1#1.2"), approve("t1#1.1"))
        .then("release do_work t1#1.1")
        .when(done("t1#1.1"))
        .then()
        .thenEvents("ApprovalAsked");
  }

  @Test
  void theModelIsToldWhichOfItsWritesNeedApproval() {
    assertThat(told("*")).contains("buy_item", "do_work").doesNotContain("get_stats");
    assertThat(told("buy_item", "get_stats")).contains("buy_item").doesNotContain("get_stats");
  }

  private static String told(String... approvals) {
    String prompt = ada(Configs.approvals(approvals)).given(message("t1", "bob")).promptText();
    int from = prompt.indexOf("\"approvals\"");
    return prompt.substring(from, prompt.indexOf(']', from));
  }

  @Test
  void deniedActionFailsAndSkipsTheRest() {
    ada(Configs.approvals("buy_item"))
        .given(message("t1", "bob"), calls(buy("food"), work("mine")))
        .when(deny("t1#1.1"))
        .then("turn t1#2")
        .thenAnswers("buy_item:refused", "do_work:skipped")
        .thenPrompt("denied by eve: no");
  }

  @Test
  void approvalThatNeverComesEndsAtTheRunsDeadline() {
    ada(Configs.approvals("buy_item"))
        .given(message("t1", "bob"), calls(buy("food")))
        .when(after(Duration.ofMinutes(10)))
        .then("closed t1 DEADLINE");
  }

  @Test
  void actionsCarryTheChainsHopsLanesAndIdentity() {
    Scenario s =
        ada().given(afterHops("t1", 3)).when(calls(call("press_button", "{\"button\":\"A\"}")));
    Action action = s.command(Command.ReleaseAction.class).action();
    assertThat(action.hops()).isEqualTo(4);
    assertThat(action.lane().value()).isEqualTo("test:console");
    assertThat(action.actor()).isEqualTo("ada");
    assertThat(action.notAfter()).isEqualTo(Scenario.START.plusSeconds(30));
  }

  @Test
  void replyThatEndsTheRunEndsIt() {
    ada()
        .given(message("t1", "bob"))
        .when(calls(reply("m")), done("t1#1.1"))
        .then("release reply_to_message t1#1.1", "closed t1 COMPLETED");
  }

  @Test
  void replyBesideAReadDoesNotEndTheRun() {
    ada()
        .given(message("t1", "bob"), calls(reply("m"), STATS), done("t1#1.1"))
        .when(done("t1#1.2"))
        .then("turn t1#2");
  }

  @Test
  void failedReplyDoesNotEndTheRun() {
    ada()
        .given(message("t1", "bob"), calls(reply("m")))
        .when(refused("t1#1.1", "not_your_message"))
        .then("turn t1#2");
  }

  @Test
  void waitIsADeadline() {
    ada()
        .given(trigger("e", "battle.started"))
        .when(calls(call("wait", "{\"seconds\":60}"), STATS), done("e#1.2"))
        .then("release get_stats e#1.2")
        .when(after(Duration.ofSeconds(59)))
        .then()
        .when(after(Duration.ofSeconds(1)))
        .then("turn e#2")
        .thenAnswers("wait:done", "get_stats:done");
  }
}
