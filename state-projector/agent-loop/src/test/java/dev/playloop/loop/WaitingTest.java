package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Arrives.seenAt;
import static dev.playloop.loop.Arrives.trigger;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.PeopleSay.approve;
import static dev.playloop.loop.PeopleSay.approveOf;
import static dev.playloop.loop.PeopleSay.deny;
import static dev.playloop.loop.PeopleSay.denyOf;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.Scenario.inSlowWorld;
import static dev.playloop.loop.WorldSays.done;
import static dev.playloop.loop.WorldSays.doneAt;
import static dev.playloop.loop.WorldSays.viewReaches;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.tool.ToolCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What a run waits for between a call and its next turn: a person, a view, a time.
class WaitingTest {
  private static final ToolCall STATS = call("get_stats", "{}");

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
  void firstTurnWaitsForTheViewThatShowsWhatTheTriggerIsAbout() {
    ada()
        .when(seenAt("t1", 7))
        .then("await 7")
        .when(viewReaches(6))
        .then()
        .when(viewReaches(7))
        .then("turn t1#1");
  }

  @Test
  void firstTurnGoesAheadWithoutAViewThatDoesNotCome() {
    ada()
        .given(seenAt("t1", 7))
        .when(after(Duration.ofMillis(249)))
        .then()
        .when(after(Duration.ofMillis(1)))
        .then("turn t1#1")
        .thenPrompt("There is no view yet that shows what this is about");
  }

  @Test
  void theHighestVersionThatWasNamedIsWaitedFor() {
    ada()
        .given(seenAt("t1", 9), viewReaches(9), calls(work("mine")))
        .when(doneAt("t1#1.1", 7))
        .then("await 9")
        .when(viewReaches(9))
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
        .thenEvents("Ended")
        .when(approve("t1#1.1"), done("t1#1.1"))
        .then("release do_work t1#1.2")
        .thenEvents("Ignored");
  }

  @Test
  void aWordOnWhatNobodyAsksForIsJournaledAsIgnored() {
    ada(Configs.approvals("buy_item"))
        .given(message("t1", "bob"))
        .when(approve("t1#1.1"), deny("t0#1.1"))
        .then()
        .thenIgnored(Why.ALREADY_ENDED, Why.UNKNOWN_ACTION);
  }

  @Test
  void aDenialOfOtherArgumentsDeniesNothing() {
    ada(Configs.approvals("buy_item"))
        .given(message("t1", "bob"), calls(buy("food")))
        .when(denyOf("t1#1.1", "0".repeat(64)))
        .then()
        .thenIgnored(Why.WRONG_ARGUMENTS)
        .when(approve("t1#1.1"))
        .then("release buy_item t1#1.1");
  }

  @Test
  void anApprovalOfOtherArgumentsReleasesNothingAndIsJournaled() {
    ada(Configs.approvals("buy_item"))
        .given(message("t1", "bob"), calls(buy("food")))
        .when(approveOf("t1#1.1", "0".repeat(64)))
        .then()
        .thenEvents("Ignored")
        .when(approve("t1#1.1"))
        .then("release buy_item t1#1.1");
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
  void approvalThatNeverComesIsRefusedWhenItsTimeIsOver() {
    ada(Configs.approvals("buy_item"))
        .given(message("t1", "bob"), calls(buy("food")))
        .when(after(Duration.ofHours(23)))
        .then()
        .when(after(Duration.ofHours(1)))
        .then("turn t1#2")
        .thenEvents("Ended", "RunResumed")
        .thenAnswers("buy_item:refused")
        .when(approve("t1#1.1"))
        .then()
        .thenIgnored(Why.ALREADY_ENDED);
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
