package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.callExpires;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.decided;
import static dev.playloop.loop.ModelSays.decision;
import static dev.playloop.loop.ModelSays.reply;
import static dev.playloop.loop.ModelSays.says;
import static dev.playloop.loop.ModelSays.turnId;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.PeopleSay.confirm;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.Scenario.unnoticed;
import static dev.playloop.loop.WorldSays.done;
import static dev.playloop.loop.WorldSays.expired;
import static dev.playloop.loop.WorldSays.refused;
import static dev.playloop.loop.WorldSays.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Decision;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Rules 3 and 9: money, and what is lost, late or unknown.
class LatenessTest {
  private static final Duration CALL = Duration.ofSeconds(90 + 120 + 5);
  private static final Duration ACTION = Duration.ofSeconds(30 + 30 + 5);

  @Test
  void lostTurnIsIssuedAgainOnceUnderTheSameIdThenFails() {
    ada()
        .given(message("t1", "bob"))
        .when(after(CALL.minusMillis(1)))
        .then()
        .when(after(Duration.ofMillis(1)))
        .then("turn t1#1")
        .when(after(CALL))
        .then("closed t1 FAILED");
  }

  @Test
  void lostTurnIsCountedAtTheMostItCanHaveCostUntilItAnswers() {
    Scenario s = ada().given(message("t1", "bob")).when(after(CALL));
    assertThat(s.state().money().spentUsd())
        .isBetween(new java.math.BigDecimal("0.1"), new java.math.BigDecimal("0.4"));
    s.given(says("hi"));
    assertThat(s.state().money().spentUsd())
        .isBetween(new java.math.BigDecimal("0.1"), new java.math.BigDecimal("0.4"));
    s.when(
        decided(
            decision(
                turnId("t1#1"), new Decision.Answered("{}", "late", List.of()), "0.02", "first")));
    s.then();
    assertThat(s.state().money().spentUsd()).isEqualByComparingTo("0.021");
  }

  @Test
  void expiredTurnIsIssuedAgainOnlyAfterItsWholeTime() {
    ada()
        .given(message("t1", "bob"))
        .when(unnoticed(Duration.ofSeconds(91)), callExpires())
        .then()
        .when(after(CALL.minusSeconds(91)))
        .then("turn t1#1")
        .when(says("hi"))
        .then("closed t1 COMPLETED");
  }

  @Test
  void turnThatExpiresTwiceFailsTheRun() {
    Scenario s =
        ada()
            .given(message("t1", "bob"), unnoticed(Duration.ofSeconds(91)), callExpires())
            .given(after(CALL.minusSeconds(91)));
    s.when(unnoticed(Duration.ofSeconds(91)), callExpires(), after(CALL)).then("closed t1 FAILED");
  }

  @Test
  void duplicatedDecisionIsCountedAndActedOnOnce() {
    Decision once =
        decision(
            turnId("t1#1"),
            new Decision.Answered("{}", "", List.of(work("mine"))),
            "0.01",
            "first");
    Scenario s = ada().given(message("t1", "bob")).when(decided(once), decided(once));
    s.then("release do_work t1#1.1");
    s.given(done("t1#1.1")).when(decided(once)).then();
    assertThat(s.state().money().spentUsd()).isEqualByComparingTo("0.01");
  }

  @Test
  void unansweredReadTimesOut() {
    ada()
        .given(message("t1", "bob"), calls(call("get_stats", "{}")))
        .when(after(ACTION))
        .then("turn t1#2")
        .thenAnswers("get_stats:timed_out")
        .when(done("t1#1.1"))
        .then();
  }

  @Test
  void expiredActionIsReleasedAgainOnceUnderTheSameId() {
    ada()
        .given(message("t1", "bob"), calls(work("mine")))
        .when(unnoticed(Duration.ofSeconds(31)), expired("t1#1.1"))
        .then()
        .when(after(ACTION.minusSeconds(31)))
        .then("release do_work t1#1.1")
        .when(unnoticed(Duration.ofSeconds(31)), expired("t1#1.1"), after(ACTION))
        .then("turn t1#2")
        .thenAnswers("do_work:expired");
  }

  @Test
  void expiryOfAnEarlierIssueDoesNotEndALaterOne() {
    ada()
        .given(message("t1", "bob"), calls(work("mine"), buy("food")))
        .given(unnoticed(Duration.ofSeconds(31)), expired("t1#1.1"))
        .given(after(ACTION.minusSeconds(31)))
        .when(expired("t1#1.1"))
        .then()
        .when(done("t1#1.1"))
        .then("release buy_item t1#1.2");
  }

  @Test
  void writeThatExpiredButHappenedIsShownToTheModel() {
    ada()
        .given(message("t1", "bob"), calls(work("mine")))
        .given(unnoticed(Duration.ofSeconds(31)), expired("t1#1.1"), after(ACTION))
        .given(unnoticed(Duration.ofSeconds(31)), expired("t1#1.1"), after(ACTION))
        .given(done("t1#1.1"))
        .when(calls(call("get_stats", "{}")), done("t1#2.1"))
        .then("release get_stats t1#2.1", "turn t1#3")
        .thenPrompt("do_work did happen after all");
  }

  @Test
  void unansweredWriteIsReconciled() {
    ada()
        .given(message("t1", "bob"), calls(work("mine"), buy("food")))
        .when(after(ACTION))
        .then("reconcile do_work t1#1.1")
        .when(done("t1#1.1"))
        .then("release buy_item t1#1.2");
  }

  @Test
  void unknownWriteIsReconciledAtOnce() {
    ada()
        .given(message("t1", "bob"), calls(work("mine"), buy("food")))
        .when(unknown("t1#1.1"))
        .then("reconcile do_work t1#1.1")
        .when(refused("t1#1.1", "not_done"))
        .then("turn t1#2")
        .thenAnswers("do_work:refused", "buy_item:skipped");
  }

  @Test
  void writeThatNobodyCanTellOfIsShownAsUnknownAndHoldsBackWrites() {
    ada()
        .given(message("t1", "bob"), calls(work("mine"), buy("food")), unknown("t1#1.1"))
        .when(unknown("t1#1.1"))
        .then("turn t1#2")
        .thenAnswers("do_work:unknown", "buy_item:skipped")
        .when(calls(call("get_stats", "{}"), buy("food")))
        .then("release get_stats t1#2.1")
        .when(done("t1#2.1"))
        .then()
        .when(confirm("t1#1.1", true))
        .then("release buy_item t1#2.2")
        .when(done("t1#2.2"))
        .then("turn t1#3")
        .thenPrompt("do_work did happen after all");
  }

  @Test
  void deniedDoubtMeansItDidNotHappen() {
    ada()
        .given(message("t1", "bob"), calls(work("mine")), unknown("t1#1.1"))
        .when(confirm("t1#1.1", false))
        .then("turn t1#2")
        .thenAnswers("do_work:failed");
  }

  @Test
  void lateAnswerClearsTheDoubt() {
    ada()
        .given(message("t1", "bob"), calls(reply("m")), unknown("t1#1.1"), unknown("t1#1.1"))
        .when(calls(buy("food")))
        .then()
        .when(done("t1#1.1"))
        .then("release buy_item t1#2.1");
  }

  @Test
  void reconcileThatDoesNotAnswerIsAskedThreeTimes() {
    ada()
        .given(message("t1", "bob"), calls(work("mine")))
        .when(after(ACTION.multipliedBy(4)))
        .then(
            "reconcile do_work t1#1.1",
            "reconcile do_work t1#1.1",
            "reconcile do_work t1#1.1",
            "turn t1#2")
        .thenAnswers("do_work:unknown");
  }

  @Test
  void runWithAWriteInDoubtStaysOpenUntilItsDeadline() {
    ada()
        .given(message("t1", "bob"), calls(work("mine")), unknown("t1#1.1"), unknown("t1#1.1"))
        .when(says("whatever"))
        .then()
        .when(after(Duration.ofMinutes(10)))
        .then("closed t1 UNKNOWN_WRITE");
  }

  @Test
  void parkedRunClosesAsItWishedOnceTheDoubtIsCleared() {
    ada()
        .given(message("t1", "bob"), calls(work("mine")), unknown("t1#1.1"), unknown("t1#1.1"))
        .given(says("whatever"))
        .when(done("t1#1.1"))
        .then("closed t1 COMPLETED");
  }

  @Test
  void effectOfAClosedRunIsShownToTheNext() {
    ada(Configs.limits(null, null, Duration.ofSeconds(100)))
        .given(message("t1", "bob"), calls(work("mine")), unknown("t1#1.1"))
        .given(after(Duration.ofSeconds(100)))
        .given(done("t1#1.1"))
        .when(message("t2", "bob"))
        .thenPrompt("do_work did happen after all. (t1)");
  }

  @Test
  void orphanedWriteIsGivenUpInTheEnd() {
    ada(Configs.limits(null, null, Duration.ofSeconds(10)))
        .given(message("t1", "bob"), calls(work("mine")), message("t2", "joe"))
        .when(after(Duration.ofSeconds(10)))
        .then("closed t1 DEADLINE")
        .when(after(ACTION.minusSeconds(10)))
        .then("turn t2#1");
  }
}
