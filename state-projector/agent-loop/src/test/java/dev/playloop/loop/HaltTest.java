package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.call;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.defers;
import static dev.playloop.loop.ModelSays.says;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.PeopleSay.approve;
import static dev.playloop.loop.PeopleSay.halted;
import static dev.playloop.loop.PeopleSay.resumed;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.Scenario.unnoticed;
import static dev.playloop.loop.WorldSays.done;
import static dev.playloop.loop.WorldSays.heldBack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.loop.state.AgentState;
import dev.playloop.schemas.event.LoopEvent;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// While an agent is halted nothing of it begins, and nothing of it ends because it waits.
class HaltTest {
  private static final Duration HOURS = Duration.ofHours(5);

  @Test
  void aTriggerWaitsForTheEndOfTheHalt() {
    Scenario s = Scenario.ada().given(halted("all")).when(message("t1", "bob")).then();
    assertThat(s.event(LoopEvent.TriggerQueued.class).trigger()).isEqualTo("t1");
    s.when(after(HOURS)).then();
    s.when(resumed()).then("turn t1#1");
  }

  @Test
  void theNextTurnWaitsAndTheDeadlineIsLaterByTheHalt() {
    Scenario s =
        Scenario.ada()
            .given(message("t1", "bob"), halted("test"))
            .when(calls(call("get_stats", "{}")), done("t1#1.1"), after(HOURS))
            .then("release get_stats t1#1.1");
    s.when(resumed()).then("turn t1#2");
    s.when(after(Duration.ofSeconds(1))).then();
    s.when(says("that is all")).then("closed t1 COMPLETED");
    assertThat(s.closed().closedAt()).isAfterOrEqualTo(s.closed().openedAt().plus(HOURS));
  }

  @Test
  void anAnswerThatComesDuringALongHaltEndsNothing() {
    Scenario.ada()
        .given(message("t1", "bob"), calls(call("get_stats", "{}")), halted("all"))
        .when(unnoticed(HOURS), done("t1#1.1"))
        .then()
        .when(resumed())
        .then("turn t1#2");
  }

  @Test
  void writesWaitInTheirOrderAndGoOutOnce() {
    Scenario.ada()
        .given(message("t1", "bob"), halted("test/ada"))
        .when(calls(buy("food"), work("mine")))
        .then()
        .when(after(HOURS))
        .then()
        .when(resumed())
        .then("release buy_item t1#1.1")
        .when(done("t1#1.1"))
        .then("release do_work t1#1.2")
        .when(done("t1#1.2"))
        .then("turn t1#2");
  }

  @Test
  void aWriteThatTheExecutorHeldBackGoesOutAgainUnderItsId() {
    Scenario.ada()
        .given(message("t1", "bob"), calls(buy("food")), halted("all"))
        .when(heldBack("t1#1.1"), after(HOURS))
        .then()
        .when(resumed(), after(Duration.ofSeconds(2)))
        .then("release buy_item t1#1.1")
        .when(done("t1#1.1"))
        .then("turn t1#2");
  }

  @Test
  void anExecutorThatHearsOfTheHaltFirstIsAskedAgain() {
    Scenario.ada()
        .given(message("t1", "bob"), calls(buy("food")))
        .when(heldBack("t1#1.1"))
        .then()
        .when(after(Duration.ofSeconds(2)))
        .then("release buy_item t1#1.1")
        .when(done("t1#1.1"))
        .then("turn t1#2");
  }

  @Test
  void whatWasApprovedMeanwhileNeedsNoSecondWord() {
    Scenario.ada(Configs.approvals("buy_item"))
        .given(message("t1", "bob"), calls(buy("food")), halted("all"))
        .when(approve("t1#1.1"), after(HOURS))
        .then()
        .when(resumed(), after(Duration.ofSeconds(2)))
        .then("release buy_item t1#1.1");
  }

  @Test
  void aTurnThatTheReasonerHeldBackIsOpenedAgainAtTheEnd() {
    Scenario.ada()
        .given(message("t1", "bob"), halted("all"))
        .when(defers(Duration.ofSeconds(1)), after(HOURS))
        .then()
        .when(resumed())
        .then("turn t1#1");
  }

  @Test
  void theAnswerToACallUnderWayIsBookedAndNothingFollows() {
    Scenario s =
        Scenario.ada()
            .given(message("t1", "bob"), halted("all"))
            .when(calls(buy("food")), after(HOURS))
            .then();
    assertThat(s.state().money().spentUsd()).isEqualByComparingTo("0.001");
  }

  @Test
  void noMoneyIsHeldInTheWorldWhileAnAgentIsHalted() {
    Scenario.inWorldWithAccount()
        .given(message("t1", "bob"), halted("all"))
        .when(WorldSays.held("t1#1.1010", "0.5"))
        .then("release settle t1#1.1011")
        .when(after(HOURS))
        .then()
        .when(resumed())
        .then("release reserve t1#1.1013");
  }

  @Test
  void whoHaltedAndForHowLongIsJournaled() {
    Scenario s = Scenario.ada().given(message("t1", "bob")).when(halted("test"));
    assertThat(s.event(LoopEvent.WorkHeld.class).by()).isEqualTo("kim");
    assertThat(s.event(LoopEvent.WorkHeld.class).scope().value()).isEqualTo("test");
    s.when(after(HOURS), resumed());
    assertThat(s.event(LoopEvent.WorkResumed.class).held()).isEqualTo(HOURS);
  }

  @Test
  void whatIsSaidTwiceChangesNothing() {
    Scenario s = Scenario.ada().given(message("t1", "bob"), halted("all"), after(HOURS));
    s.when(halted("test")).then();
    assertThat(s.state().halt()).extracting(AgentState.Held::scope).hasToString("all");
    s.when(resumed(), resumed()).then();
    s.when(says("that is all")).then("closed t1 COMPLETED");
  }
}
