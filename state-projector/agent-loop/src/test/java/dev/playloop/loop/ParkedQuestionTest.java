package dev.playloop.loop;

import static dev.playloop.loop.ApprovalAttackTest.BUY;
import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Configs.rules;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.says;
import static dev.playloop.loop.PeopleSay.approve;
import static dev.playloop.loop.PeopleSay.cancel;
import static dev.playloop.loop.Rules.ANNA;
import static dev.playloop.loop.Rules.STANDS;
import static dev.playloop.loop.Rules.treasurer;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.Scenario.unnoticed;
import static dev.playloop.loop.WorldSays.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.How;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.event.LoopEvent;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// When a question is parked with its run, and when it ends.
class ParkedQuestionTest {
  private static Scenario parked(ApprovalRule... rules) {
    return ada(rules(rules)).given(message("t1", "bob"), calls(buy("food")));
  }

  private static Scenario parked() {
    return parked(treasurer("buy_item").with().expires(Duration.ofDays(9)).build());
  }

  @Test
  void whatASecondRunAsksAboutOnceTheFirstIsGoneIsParkedInItsPlace() {
    Scenario s =
        parked().given(message("t2", "joe"), cancel("t1")).when(calls(buy("bread"))).then();
    assertThat(Objects.requireNonNull(s.state().parked()).transcript().place()).isEqualTo(1);
    s.when(message("t3", "kim"))
        .then("turn t3#1")
        .thenPrompt("text of t3")
        .given(says("hello"))
        .when(approve("t2#1.1", ANNA))
        .then("release buy_item t2#1.1");
  }

  @Test
  void aRunIsNotParkedWhileALookIsOut() {
    Scenario s =
        ada(rules(treasurer("buy_item")))
            .given(message("t1", "bob"), calls(call("get_stats", "{}"), buy("food")));
    assertThat(s.state().parked()).isNull();
    s.given(done("t1#1.1"));
    assertThat(s.state().parked()).isNotNull();
  }

  @Test
  void aQuestionEndsWhileTheOtherRunIsOpen() {
    Scenario s =
        parked(treasurer("buy_item").with().expires(Duration.ofMinutes(1)).build())
            .given(unnoticed(Duration.ofSeconds(30)), message("t2", "joe"))
            .when(after(Duration.ofSeconds(30)));
    assertThat(s.event(ApprovalEvent.Ended.class).how()).isEqualTo(How.EXPIRED);
    s.when(approve(BUY, ANNA)).thenIgnored(Why.EXPIRED);
    s.when(says("hello")).then("closed t2 COMPLETED", "turn t1#2").thenPrompt("nobody answered");
  }

  @Test
  void aQuestionThatStandsLongerThanItsRunMayLastIsAnsweredInTime() {
    Scenario s =
        ada(Configs.limits(5, 5, Duration.ofSeconds(30)).andThen(rules(treasurer("buy_item")))
                ::apply)
            .given(message("t1", "bob"), calls(buy("food")))
            .when(after(STANDS.minusSeconds(1)), approve(BUY, ANNA));
    s.then("release buy_item " + BUY);
    assertThat(s.events()).noneMatch(LoopEvent.RunClosed.class::isInstance);
  }
}
