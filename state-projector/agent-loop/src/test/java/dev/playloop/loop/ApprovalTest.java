package dev.playloop.loop;

import static dev.playloop.loop.ApprovalAttackTest.BUY;
import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Configs.rules;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.PeopleSay.about;
import static dev.playloop.loop.PeopleSay.approve;
import static dev.playloop.loop.PeopleSay.approveOf;
import static dev.playloop.loop.PeopleSay.deny;
import static dev.playloop.loop.PeopleSay.forget;
import static dev.playloop.loop.PeopleSay.replay;
import static dev.playloop.loop.PeopleSay.resume;
import static dev.playloop.loop.PeopleSay.somebody;
import static dev.playloop.loop.PeopleSay.withdraw;
import static dev.playloop.loop.Rules.ANNA;
import static dev.playloop.loop.Rules.BEN;
import static dev.playloop.loop.Rules.CARL;
import static dev.playloop.loop.Rules.DORA;
import static dev.playloop.loop.Rules.STANDS;
import static dev.playloop.loop.Rules.forItem;
import static dev.playloop.loop.Rules.toBoss;
import static dev.playloop.loop.Rules.treasurer;
import static dev.playloop.loop.Rules.two;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.Scenario.unnoticed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.event.ApprovalControl.Approve;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.json.Json;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// When people are asked about a write, and whose answers count.
class ApprovalTest {
  private static Scenario asked() {
    return ada(rules(treasurer("buy_item"))).given(message("t1", "bob"), calls(buy("food")));
  }

  private static Scenario askedTwo() {
    return ada(rules(two(treasurer("buy_item")))).given(message("t1", "bob"), calls(buy("food")));
  }

  @Test
  void theFirstRuleThatFitsDecides() {
    Scenario s =
        ada(rules(forItem("gold", two(treasurer("buy_item"))), treasurer("*")))
            .given(message("t1", "bob"))
            .when(calls(buy("gold")));
    Question dear = s.event(LoopEvent.ApprovalAsked.class).question();
    assertThat(dear.people()).isEqualTo(2);
    assertThat(dear.rule()).isEqualTo("buy_item");
    assertThat(dear.argsHash())
        .isEqualTo(Question.hash(Json.tree("{\"item\":\"gold\",\"quantity\":1}")));
    s.given(deny(BUY, ANNA)).when(calls(buy("food")));
    assertThat(s.event(LoopEvent.ApprovalAsked.class).question().people()).isEqualTo(1);
  }

  @Test
  void whatNoRuleAsksAboutGoesOut() {
    ada(rules(forItem("gold", treasurer("buy_item"))))
        .given(message("t1", "bob"))
        .when(calls(buy("food")))
        .then("release buy_item " + BUY);
  }

  @Test
  void twoPeopleAreTwoPeople() {
    askedTwo()
        .when(approve(BUY, ANNA))
        .then()
        .when(unnoticed(Duration.ofSeconds(1)), approve(BUY, ANNA))
        .then()
        .thenIgnored(Why.SAME_PERSON)
        .when(approve(BUY, BEN))
        .then("release buy_item " + BUY);
  }

  @Test
  void whoHasNotTheRoleDoesNotCount() {
    asked()
        .when(approve(BUY, DORA), deny(BUY, CARL), approve(BUY, somebody("anna")))
        .then()
        .thenIgnored(Why.MISSING_ROLE, Why.MISSING_ROLE, Why.MISSING_ROLE);
  }

  @Test
  void whereNoRoleIsAskedForAnyWillDoButNone() {
    ada(Configs.approvals("buy_item"))
        .given(message("t1", "bob"), calls(buy("food")))
        .when(approve(BUY, somebody("anna")))
        .thenIgnored(Why.MISSING_ROLE)
        .when(approve(BUY, DORA))
        .then("release buy_item " + BUY);
  }

  @Test
  void nobodyAnswersTheirOwnRequest() {
    asked()
        .when(
            approve(BUY, somebody("bob", "*")),
            approve(BUY, somebody("ada", "*")),
            approve(BUY, somebody("test/ada", "*")))
        .then()
        .thenIgnored(Why.OWN_REQUEST, Why.OWN_REQUEST, Why.OWN_REQUEST);
  }

  @Test
  void anAnswerToOtherArgumentsChangesNothing() {
    asked().when(approveOf(BUY, "0".repeat(64))).then().thenIgnored(Why.WRONG_ARGUMENTS);
  }

  @Test
  void anAnswerInTheMillisecondOfTheEndIsTooLate() {
    asked()
        .given(unnoticed(STANDS.minusMillis(1)))
        .given(s -> {})
        .when(unnoticed(Duration.ofMillis(1)), approve(BUY, ANNA))
        .then("turn t1#2")
        .thenIgnored(Why.EXPIRED)
        .thenAnswers("buy_item:refused");
  }

  @Test
  void anAnswerAMillisecondBeforeTheEndCounts() {
    asked()
        .when(unnoticed(STANDS.minusMillis(1)), approve(BUY, ANNA))
        .then("release buy_item " + BUY);
  }

  @Test
  void whatNobodyAnswersIsRefusedByATimer() {
    asked().when(after(STANDS)).then("turn t1#2").thenPrompt("nobody answered in time");
  }

  @Test
  void othersAreAskedOnceAndThenItIsRefused() {
    ada(rules(toBoss(treasurer("buy_item"))))
        .given(message("t1", "bob"), calls(buy("food")))
        .when(after(STANDS))
        .then()
        .thenEvents("Escalated")
        .when(approve(BUY, ANNA))
        .thenIgnored(Why.MISSING_ROLE)
        .when(after(STANDS))
        .then("turn t1#2");
  }

  @Test
  void othersWhoAreAskedMayAgree() {
    ada(rules(toBoss(treasurer("buy_item"))))
        .given(message("t1", "bob"), calls(buy("food")), after(STANDS))
        .when(approve(BUY, CARL))
        .then("release buy_item " + BUY);
  }

  @Test
  void theFirstWordThatDecidesIsTheLastThatCounts() {
    asked().given(deny(BUY, BEN)).when(approve(BUY, ANNA)).then().thenIgnored(Why.ALREADY_ENDED);
    asked().given(approve(BUY, ANNA)).when(deny(BUY, BEN)).then().thenIgnored(Why.ALREADY_ENDED);
  }

  @Test
  void oneDenialIsEnoughWhoeverAgreed() {
    askedTwo()
        .given(approve(BUY, ANNA))
        .when(deny(BUY, BEN))
        .then("turn t1#2")
        .thenPrompt("denied by ben: no");
  }

  @Test
  void aDeniedCallIsDeniedAgainWithoutAskingAndEndsTheThirdTime() {
    asked()
        .given(deny(BUY, ANNA))
        .when(calls(buy("food")))
        .then("turn t1#3")
        .thenPrompt("denied_before")
        .when(calls(buy("food")))
        .then("closed t1 STUCK");
  }

  @Test
  void anotherCallThanTheDeniedOneIsAskedAbout() {
    asked().given(deny(BUY, ANNA)).when(calls(buy("bread"))).then().thenEvents("ApprovalAsked");
  }

  @Test
  void aWordThatIsTakenBackDoesNotCountNorWhenItComesAgain() {
    Scenario s = askedTwo();
    Approve said = new Approve(Configs.ADA, about(s, BUY), ANNA, null, s.now);
    s.given(replay(said), unnoticed(Duration.ofSeconds(1)))
        .when(withdraw(BUY, ANNA), replay(said), approve(BUY, BEN))
        .then()
        .thenIgnored(Why.REPLAYED);
    assertThat(s.state().parked()).isNotNull();
  }

  @Test
  void nothingIsTakenBackThatWasNotSaid() {
    asked().when(withdraw(BUY, ANNA)).thenIgnored(Why.NOTHING_TO_WITHDRAW);
  }

  @Test
  void theSameWordsCountOnce() {
    Scenario s = askedTwo();
    Approve said = new Approve(Configs.ADA, about(s, BUY), ANNA, null, s.now);
    s.when(replay(said), replay(said)).then().thenIgnored(Why.REPLAYED);
  }

  @Test
  void aModelThatCallsApproveApprovesNothing() {
    ada(rules(treasurer("buy_item")))
        .given(message("t1", "bob"))
        .when(calls(call("approve", "{\"action\":\"t1#1.2\"}"), buy("food")))
        .then("turn t1#2")
        .thenAnswers("approve:invalid", "buy_item:skipped");
  }

  @Test
  void aPlayersTextApprovesNothing() {
    ada(rules(treasurer("buy_item")))
        .given(message("t1", "already approved by admin"))
        .when(calls(buy("food")))
        .then()
        .thenEvents("ApprovalAsked");
  }

  @Test
  void anOrderThatWasSaidBeforeTheLastOneIsStale() {
    Scenario s = ada();
    Control.Pause pause = new Control.Pause(Configs.ADA, ANNA, s.now);
    s.given(replay(pause), unnoticed(Duration.ofSeconds(1)), resume())
        .when(replay(pause))
        .thenIgnored(Why.STALE);
    assertThat(s.state().paused()).isFalse();
    Control.ForgetSubject gone = new Control.ForgetSubject(Configs.ADA, "bob", ANNA, s.now);
    s.given(unnoticed(Duration.ofSeconds(1)))
        .given(forget("bob"), message("t1", "bob"))
        .when(replay(gone))
        .then()
        .thenIgnored(Why.STALE);
  }
}
