package dev.playloop.loop;

import static dev.playloop.loop.ApprovalAttackTest.BUY;
import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Arrives.trigger;
import static dev.playloop.loop.Configs.rules;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.says;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.PeopleSay.approve;
import static dev.playloop.loop.PeopleSay.cancel;
import static dev.playloop.loop.PeopleSay.config;
import static dev.playloop.loop.PeopleSay.deleted;
import static dev.playloop.loop.PeopleSay.deny;
import static dev.playloop.loop.PeopleSay.forget;
import static dev.playloop.loop.PeopleSay.halted;
import static dev.playloop.loop.PeopleSay.resumed;
import static dev.playloop.loop.Rules.ANNA;
import static dev.playloop.loop.Rules.BEN;
import static dev.playloop.loop.Rules.holding;
import static dev.playloop.loop.Rules.treasurer;
import static dev.playloop.loop.Rules.two;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.Scenario.poison;
import static dev.playloop.loop.Scenario.unnoticed;
import static dev.playloop.loop.WorldSays.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.tool.ToolCall;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// A run that waits for people keeps its place, and leaves the agent to others.
class ParkingTest {
  private static final ToolCall PRESS = call("press_button", "{\"button\":\"A\"}");

  private static Scenario parked(ApprovalRule... rules) {
    return ada(rules(rules)).given(message("t1", "bob"), calls(buy("food")));
  }

  private static Scenario parked() {
    return parked(treasurer("buy_item").with().expires(Duration.ofDays(9)).build());
  }

  private static void ends(Scenario s, How how) {
    assertThat(s.event(ApprovalEvent.Ended.class).how()).isEqualTo(how);
    assertThat(s.state().parked()).isNull();
  }

  @Test
  void itsDeadlineStandsStillForDays() {
    parked()
        .given(after(Duration.ofDays(3)))
        .when(approve(BUY, ANNA))
        .then("release buy_item " + BUY)
        .when(done(BUY))
        .then("turn t1#2");
  }

  @Test
  void itsTimeGoesOnWhereItStood() {
    Scenario s =
        ada(rules(treasurer("buy_item")))
            .given(message("t1", "bob"), after(Duration.ofSeconds(50)), calls(buy("food")))
            .given(after(Duration.ofHours(3)), approve(BUY, ANNA));
    assertThat(Objects.requireNonNull(s.state().run()).deadline())
        .isEqualTo(Scenario.START.plus(Duration.ofHours(3)).plus(Duration.ofMinutes(10)));
  }

  @Test
  void aConversationOpensASecondRunAndNothingElseDoes() {
    parked()
        .when(trigger("e1", "battle.started"), trigger("s1", "schedule.market"))
        .then()
        .when(message("t2", "joe"))
        .then("turn t2#1")
        .thenPrompt("\"waiting\":{\"tool\":\"buy_item\"")
        .when(message("t3", "kim"))
        .then();
  }

  @Test
  void whereARuleHoldsTheAgentNoneOpens() {
    parked(holding(treasurer("buy_item")))
        .when(message("t2", "joe"))
        .then()
        .when(deny(BUY, ANNA))
        .then("turn t1#2");
  }

  @Test
  void theSecondRunsWritesThatNeedAWordAreRefusedWithoutAStrike() {
    Scenario s =
        parked(treasurer("buy_item"), two(treasurer("press_button"))).given(message("t2", "joe"));
    for (int turn = 1; turn <= 4; turn++) {
      s.when(calls(PRESS))
          .then("turn t2#" + (turn + 1))
          .thenAnswers("press_button:refused")
          .thenPrompt(
              "waits_for_a_person", "buy_item waits for a person's word until 2026-03-01T16");
    }
  }

  @Test
  void theSecondRunsWritesInTheSameLaneWaitToo() {
    parked()
        .given(message("t2", "joe"))
        .when(calls(work("mine")))
        .then("turn t2#2")
        .thenPrompt("waits_for_a_person");
  }

  @Test
  void theSecondRunsWritesInAnotherLaneGoOut() {
    parked().given(message("t2", "joe")).when(calls(PRESS)).then("release press_button t2#1.1");
  }

  @Test
  void theParkedRunGoesOnOnceTheOtherIsOver() {
    parked()
        .given(message("t2", "joe"))
        .when(approve(BUY, ANNA))
        .then()
        .when(says("hello"))
        .then("closed t2 COMPLETED", "release buy_item " + BUY);
  }

  @Test
  void theParkedRunWaitsForWhatAnEarlierRunHasInFlight() {
    parked()
        .given(message("t2", "joe"), calls(PRESS), approve(BUY, ANNA))
        .when(cancel("t2"))
        .then("closed t2 CANCELLED")
        .when(done("t2#1.1"))
        .then("release buy_item " + BUY);
  }

  @Test
  void theParkedRunWaitsForTheCallInFlight() {
    Scenario s =
        parked()
            .given(message("t2", "joe"), approve(BUY, ANNA))
            .when(cancel("t2"))
            .then("closed t2 CANCELLED")
            .when(after(Duration.ofMinutes(20)));
    assertThat(s.commands().stream().map(CommandText::show)).startsWith("release buy_item " + BUY);
  }

  @Test
  void anAnswerIsCarriedOutOnce() {
    parked()
        .given(approve(BUY, ANNA))
        .when(approve(BUY, BEN), approve(BUY, ANNA))
        .then()
        .when(done(BUY))
        .then("turn t1#2")
        .when(approve(BUY, BEN))
        .then();
  }

  @Test
  void aParkedRunThatIsCancelledEndsItsQuestion() {
    Scenario s =
        parked().given(message("t2", "joe")).when(cancel("t1")).then("closed t1 CANCELLED");
    ends(s, How.CANCELLED);
    s.when(approve(BUY, ANNA)).then().thenIgnored(Why.UNKNOWN_ACTION);
    s.when(says("hello")).then("closed t2 COMPLETED");
  }

  @Test
  void anAgentThatIsDisabledDeletedOrMadeToForgetEndsBoth() {
    Scenario off = parked().given(message("t2", "joe")).when(config(Configs::disabled));
    off.then("closed t2 CANCELLED", "closed t1 CANCELLED");
    ends(off, How.CANCELLED);
    Scenario gone = parked().given(message("t2", "joe")).when(deleted());
    ends(gone, How.CANCELLED);
    Scenario forgot = parked().given(message("t2", "joe")).when(forget("bob"));
    ends(forgot, How.CANCELLED);
  }

  @Test
  void aBugEndsTheOpenRunAndOnlyThenTheParkedOne() {
    Scenario s = parked().given(message("t2", "joe")).when(poison()).then("closed t2 FAILED");
    assertThat(s.state().parked()).isNotNull();
    s.when(poison()).then("closed t1 FAILED");
    ends(s, How.CANCELLED);
  }

  @Test
  void anAgentThatIsGivenUpKeepsNothingParked() {
    Scenario s =
        parked()
            .given(message("t2", "joe"), poison(), message("t3", "joe"), poison())
            .given(message("t4", "joe"))
            .when(poison());
    assertThat(s.state().parked()).isNull();
  }

  @Test
  void aHaltMakesTheQuestionStandLonger() {
    parked(treasurer("buy_item"))
        .given(after(Duration.ofHours(1)), halted("all"), unnoticed(Duration.ofHours(10)))
        .given(resumed())
        .when(after(Duration.ofHours(2)), approve(BUY, ANNA))
        .then("release buy_item " + BUY);
  }

  @Test
  void anAnswerDuringAHaltIsCarriedOutBehindIt() {
    parked()
        .given(halted("all"))
        .when(approve(BUY, ANNA))
        .then()
        .when(resumed())
        .then("release buy_item " + BUY);
  }

  @Test
  void aParkedRunKeepsTheConfigThatItBeganWith() {
    parked(two(treasurer("buy_item")))
        .given(config(rules()))
        .when(approve(BUY, ANNA))
        .then()
        .when(approve(BUY, BEN))
        .then("release buy_item " + BUY)
        .given(done(BUY))
        .when(calls(buy("food")))
        .then()
        .thenEvents("ApprovalAsked");
  }

  @Test
  void theMessagesOfBothRunsLieApart() {
    Scenario s = parked().given(message("t2", "joe")).thenPromptLacks("text of t1");
    s.given(calls(call("get_stats", "{}")), done("t2#1.1")).thenPrompt("text of t2", "get_stats");
    s.given(says("hello"))
        .when(deny(BUY, ANNA))
        .then("turn t1#2")
        .thenPrompt("text of t1", "denied by");
    s.thenPromptLacks("text of t2");
    assertThat(Objects.requireNonNull(s.state().run()).transcript().place()).isZero();
  }

  /// A rule that came meanwhile, stricter or none, changes nothing.
  @Test
  void whatWasAskedOnceIsNotDecidedAgainWhenItGoesOut() {
    parked()
        .given(config(rules(two(treasurer("buy_item")))))
        .when(approve(BUY, ANNA))
        .then("release buy_item " + BUY);
  }

  @Test
  void whatWasDecidedStaysAsTheRunWaitsForItsTurn() {
    parked()
        .given(message("t2", "joe"), approve(BUY, ANNA))
        .when(deny(BUY, BEN))
        .then()
        .thenIgnored(Why.ALREADY_ENDED)
        .when(says("hello"))
        .then("closed t2 COMPLETED", "release buy_item " + BUY);
  }
}
