package dev.playloop.loop;

import static dev.playloop.loop.ApprovalAttackTest.BUY;
import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Configs.rules;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.says;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.PeopleSay.approve;
import static dev.playloop.loop.PeopleSay.approveOf;
import static dev.playloop.loop.PeopleSay.somebody;
import static dev.playloop.loop.Rules.ANNA;
import static dev.playloop.loop.Rules.DORA;
import static dev.playloop.loop.Rules.treasurer;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.WorldSays.actionId;
import static dev.playloop.loop.WorldSays.unknown;

import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.json.Json;
import org.junit.jupiter.api.Test;

/// A person says what became of a write that nobody knows of.
class ConfirmTest {
  private static Scenario doubted() {
    return ada(rules(treasurer("buy_item")))
        .given(message("t1", "bob"), calls(buy("food"), work("mine")), approve(BUY, ANNA))
        .given(unknown(BUY));
  }

  private static Scenario.Event says(boolean happened, dev.playloop.schemas.event.Author who) {
    return s ->
        s.control(ApprovalControl.Confirm.of(Configs.ADA, actionId(BUY), happened, who, s.now));
  }

  @Test
  void whatHappenedIsDone() {
    doubted().when(says(true, ANNA)).then("release do_work t1#1.2").thenEvents("Confirmed");
  }

  @Test
  void whatDidNotHappenFailed() {
    doubted()
        .when(says(false, ANNA))
        .then("turn t1#2")
        .thenAnswers("buy_item:failed", "do_work:skipped");
  }

  @Test
  void approvingWhatIsInDoubtReleasesNothing() {
    doubted()
        .when(approveOf(BUY, Question.hash(Json.tree("{\"item\":\"food\",\"quantity\":1}"))))
        .then()
        .thenIgnored(Why.NEEDS_CONFIRM);
  }

  @Test
  void confirmingWhatIsAskedReleasesNothing() {
    ada(rules(treasurer("buy_item")))
        .given(message("t1", "bob"), calls(buy("food")))
        .when(says(true, ANNA))
        .then()
        .thenIgnored(Why.NOT_IN_DOUBT);
  }

  @Test
  void onlyWhoMayAnswerMayConfirm() {
    doubted()
        .when(says(true, DORA), says(true, somebody("bob", "*")))
        .then()
        .thenIgnored(Why.MISSING_ROLE, Why.OWN_REQUEST);
  }
}
