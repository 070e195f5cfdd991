package dev.playloop.loop;

import static dev.playloop.loop.ApprovalAttackTest.BUY;
import static dev.playloop.loop.ApprovalAttackTest.sees;
import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Configs.rules;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.PeopleSay.about;
import static dev.playloop.loop.PeopleSay.approve;
import static dev.playloop.loop.PeopleSay.replay;
import static dev.playloop.loop.Rules.ANNA;
import static dev.playloop.loop.Rules.BEN;
import static dev.playloop.loop.Rules.previewed;
import static dev.playloop.loop.Rules.treasurer;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.Scenario.unnoticed;
import static dev.playloop.loop.WorldSays.done;
import static dev.playloop.loop.WorldSays.failed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.event.ApprovalControl.About;
import dev.playloop.schemas.event.ApprovalControl.Approve;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.event.LoopEvent;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// People see what a write would do, and are asked anew where it would do something else.
class PreviewTest {
  private static Scenario previewed() {
    return ada(rules(Rules.previewed(treasurer("buy_item")))).given(sees(5), message("t1", "bob"));
  }

  private static Scenario asked() {
    return previewed().given(calls(buy("food")), done("t1#1.401"));
  }

  @Test
  void theWorldIsAskedFirst() {
    Scenario s =
        previewed()
            .when(calls(buy("food")))
            .then("simulate buy_item t1#1.401")
            .when(done("t1#1.401"));
    Question question = s.then().event(LoopEvent.ApprovalAsked.class).question();
    assertThat(question.preview()).isNotNull();
    assertThat(question.preview().path("output").path("ok").asBoolean()).isTrue();
    assertThat(question.viewHash()).isNotNull();
  }

  @Test
  void whereNothingHasChangedItGoesOut() {
    asked().when(approve(BUY, ANNA)).then("release buy_item " + BUY);
  }

  @Test
  void whereTheViewHasChangedAndNotWhatItDoesItGoesOut() {
    asked()
        .given(sees(6))
        .when(approve(BUY, ANNA))
        .then("simulate buy_item t1#1.501")
        .when(done("t1#1.501"))
        .then("release buy_item " + BUY)
        .when(done("t1#1.501"))
        .then();
  }

  @Test
  void whereItWouldDoSomethingElsePeopleAreAskedAnewAtMostTwice() {
    Scenario s = asked().given(sees(6), approve(BUY, ANNA)).when(failed("t1#1.501", "poor"));
    Question again = s.then().event(LoopEvent.ApprovalAsked.class).question();
    assertThat(again.difference()).contains("poor");
    s.given(sees(7), unnoticed(Duration.ofSeconds(1)))
        .when(approve(BUY, ANNA))
        .then("simulate buy_item t1#1.601")
        .when(failed("t1#1.601", "poorer"))
        .then()
        .thenEvents("ApprovalAsked")
        .given(sees(8), unnoticed(Duration.ofSeconds(1)))
        .when(approve(BUY, ANNA))
        .then("release buy_item " + BUY);
  }

  @Test
  void anAnswerToTheFirstQuestionIsNoneToTheSecond() {
    Scenario s = asked();
    About first = about(s, BUY);
    s.given(sees(6), approve(BUY, ANNA), failed("t1#1.501", "poor"))
        .when(replay(new Approve(Configs.ADA, first, BEN, null, s.now)))
        .then()
        .thenIgnored(Why.OUTDATED);
  }

  @Test
  void aPreviewIsNeverTakenForTheWrite() {
    asked()
        .given(approve(BUY, ANNA))
        .when(done("t1#1.401"), failed("t1#1.501", "x"))
        .then()
        .when(done(BUY))
        .then("turn t1#2");
  }

  @Test
  void aWorldThatDoesNotTellIsNotWaitedFor() {
    previewed()
        .given(calls(buy("food")))
        .when(after(Duration.ofMinutes(3)))
        .then()
        .thenEvents("ApprovalAsked")
        .when(done("t1#1.401"))
        .then()
        .when(approve(BUY, ANNA))
        .then("release buy_item " + BUY);
  }

  @Test
  void nobodyIsAskedWhileTheWorldIs() {
    previewed()
        .given(calls(buy("food")))
        .when(approve(BUY, ANNA))
        .then()
        .thenIgnored(Why.ALREADY_ENDED);
  }
}
