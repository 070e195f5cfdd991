package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.ModelSays.costing;
import static dev.playloop.loop.ModelSays.fails;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.PeopleSay.config;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.WorldSays.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.loop.state.Command;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Route;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Rule 8: what a run may spend, and what each call is booked at.
class SpendingTest {
  @Test
  void permitIsWhatIsLeftOfRunAndDay() {
    Scenario s = ada().given(message("t1", "bob"));
    s.when(costing("0.40", "", work("mine")), done("t1#1.1"));
    assertThat(s.command(Command.OpenTurn.class).permitUsd()).isEqualByComparingTo("0.60");
  }

  @Test
  void spentRunCapEndsTheRun() {
    ada()
        .given(message("t1", "bob"), costing("1", "", work("mine")))
        .when(done("t1#1.1"))
        .then("closed t1 OUT_OF_BUDGET");
  }

  @Test
  void spentDayCapEndsRunsUntilMidnightUtc() {
    ada()
        .given(message("t1", "bob"), costing("1", "a"), message("t2", "bob"), costing("1", "b"))
        .when(message("t3", "bob"))
        .then("closed t3 OUT_OF_BUDGET")
        .when(after(Duration.ofHours(12)), message("t4", "bob"))
        .then("turn t4#1");
  }

  @Test
  void lowerCapsActAtOnce() {
    ada()
        .given(message("t1", "bob"), costing("0.3", "", work("mine")))
        .when(config(Configs.caps("0.2", "2")), done("t1#1.1"))
        .then("closed t1 OUT_OF_BUDGET");
  }

  @Test
  void higherCapsWaitForTheNextRun() {
    Scenario s = ada().given(message("t1", "bob"), costing("0.3", "", work("mine")));
    s.when(config(Configs.caps("9", "9")), done("t1#1.1"));
    assertThat(s.command(Command.OpenTurn.class).permitUsd()).isEqualByComparingTo("0.7");
  }

  @Test
  void billBeyondThePermitIsAnOverrunAndCounts() {
    Scenario s = ada().given(message("t1", "bob"));
    s.when(costing("1.25", "", work("mine")), done("t1#1.1"))
        .then("release do_work t1#1.1", "closed t1 OUT_OF_BUDGET");
    assertThat(s.event(LoopEvent.Overrun.class).usd()).isEqualByComparingTo("0.25");
    s.when(message("t2", "bob"));
    assertThat(s.command(Command.OpenTurn.class).permitUsd()).isEqualByComparingTo("0.75");
  }

  @Test
  void freeModelNeedsNoMoney() {
    ada(c ->
            Configs.caps("0", "0")
                .apply(
                    Configs.routes(
                            Map.of(
                                "*",
                                new Route(
                                    "free",
                                    List.of(Configs.candidate("local", Route.Prices.FREE)))))
                        .apply(c)))
        .when(message("t1", "bob"))
        .then("turn t1#1");
  }

  @Test
  void callThatDoesNotFitItsPermitIsOutOfBudget() {
    ada()
        .given(message("t1", "bob"))
        .when(fails(LlmFailure.PERMIT))
        .then("closed t1 OUT_OF_BUDGET");
  }

  @Test
  void lateDecisionOfACancelledRunIsPaidFor() {
    Scenario s = ada().given(message("t1", "bob"), PeopleSay.cancel("t1"));
    s.when(costing("0.2", "late"));
    s.then();
    assertThat(s.state().money().spentUsd()).isEqualByComparingTo("0.2");
  }
}
