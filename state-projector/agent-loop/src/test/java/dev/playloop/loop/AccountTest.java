package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.ModelSays.callExpires;
import static dev.playloop.loop.ModelSays.costing;
import static dev.playloop.loop.ModelSays.decided;
import static dev.playloop.loop.ModelSays.decision;
import static dev.playloop.loop.ModelSays.defers;
import static dev.playloop.loop.ModelSays.says;
import static dev.playloop.loop.ModelSays.turnId;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.PeopleSay.cancel;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.Scenario.inWorldWithAccount;
import static dev.playloop.loop.Scenario.unnoticed;
import static dev.playloop.loop.WorldSays.done;
import static dev.playloop.loop.WorldSays.ends;
import static dev.playloop.loop.WorldSays.expired;
import static dev.playloop.loop.WorldSays.held;
import static dev.playloop.loop.WorldSays.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.loop.state.Command;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Rule 3 where the world keeps the agent's LLM money: held before each call, settled after it.
class AccountTest {
  private static final Duration CALL = Duration.ofSeconds(90 + 120 + 5);
  private static final Duration ACTION = Duration.ofSeconds(30 + 30 + 5);

  @Test
  void aTurnWaitsUntilItsWorldHoldsTheMoney() {
    Scenario s = inWorldWithAccount().when(message("t1", "bob")).then("release reserve t1#1.1010");
    Action reserve = s.command(Command.ReleaseAction.class).action();
    assertThat(reserve.args().get("turn").stringValue()).isEqualTo(reserve.action().value());
    assertThat(reserve.args().get("upper_bound_usd").decimalValue()).isPositive();

    s.when(held("t1#1.1010", "0.05")).then("turn t1#1");

    assertThat(s.command(Command.OpenTurn.class).permitUsd()).isEqualByComparingTo("0.05");
  }

  /// The names are the loop's own: were one offered, a model could hold or settle money itself.
  @Test
  void aWorldThatOffersAnInternalToolIsRefused() {
    World both =
        new World() {
          @Override
          public String name() {
            return "both";
          }

          @Override
          public ToolCatalogue tools() {
            return TestWorld.PLAIN.tools();
          }

          @Override
          public ToolCatalogue internal() {
            return TestWorld.PLAIN.tools();
          }

          @Override
          public Perspective perspective() {
            return TestWorld.PLAIN.perspective();
          }
        };

    assertThatThrownBy(() -> Catalogue.of(both))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("world both offers its internal tool get_stats");
  }

  @Test
  void whatACallCostIsSettledBesideWhatItAskedFor() {
    Scenario s =
        inWorldWithAccount()
            .given(message("t1", "bob"), held("t1#1.1010", "0.05"))
            .when(costing("0.02", "", work("mine")))
            .then("release settle t1#1.1012", "release do_work t1#1.1");
    Action settle = s.command(Command.ReleaseAction.class).action();
    assertThat(settle.args().get("turn").stringValue()).isEqualTo("test/ada:t1#1.1010");
    assertThat(settle.args().get("cost_usd").decimalValue()).isEqualByComparingTo("0.02");
    assertThat(settle.args().get("model").stringValue()).isEqualTo("first");
    assertThat(settle.args().get("input_tokens").intValue()).isEqualTo(10);
    assertThat(settle.args().has("failed")).isFalse();

    s.when(done("t1#1.1"))
        .then("release reserve t1#2.1013")
        .when(held("t1#2.1013", "0.05"))
        .then("turn t1#2");
  }

  @Test
  void aWorldThatHoldsNothingEndsTheRunWithoutACall() {
    inWorldWithAccount()
        .given(message("t1", "bob"))
        .when(refused("t1#1.1010", "insufficient_funds"))
        .then("closed t1 OUT_OF_BUDGET");
    inWorldWithAccount()
        .given(message("t1", "bob"))
        .when(held("t1#1.1010", "0"))
        .then("release settle t1#1.1011", "closed t1 OUT_OF_BUDGET");
  }

  @Test
  void anAccountThatFailsEndsTheRunAsFailed() {
    inWorldWithAccount()
        .given(message("t1", "bob"))
        .when(ends("t1#1.1010", Status.FAILED, "internal_error"))
        .then("closed t1 FAILED");
  }

  @Test
  void aHoldThatNobodyAnsweredIsGivenBackAndAskedForOnceMore() {
    inWorldWithAccount()
        .given(message("t1", "bob"))
        .when(expired("t1#1.1010"))
        .then()
        .when(after(ACTION))
        .then("release settle t1#1.1011", "release reserve t1#1.1013")
        .when(after(ACTION))
        .then("release settle t1#1.1014", "closed t1 FAILED");
  }

  @Test
  void aRunThatEndsWhileItWaitsGivesBackWhatIsHeld() {
    inWorldWithAccount()
        .given(message("t1", "bob"))
        .when(cancel("t1"))
        .then("release settle t1#1.1011", "closed t1 CANCELLED")
        .when(held("t1#1.1010", "0.05"))
        .then();
  }

  @Test
  void aDeferredCallIsSettledAndHeldForAnew() {
    inWorldWithAccount()
        .given(message("t1", "bob"), held("t1#1.1010", "0.05"))
        .when(defers(Duration.ofSeconds(20)))
        .then("release settle t1#1.1012")
        .when(after(Duration.ofSeconds(20)))
        .then("release reserve t1#1.1013");
  }

  @Test
  void aCallThatWasNeverBegunGivesItsHoldBack() {
    inWorldWithAccount()
        .given(message("t1", "bob"), held("t1#1.1010", "0.05"))
        .when(unnoticed(Duration.ofSeconds(91)), callExpires())
        .then()
        .when(after(CALL.minusSeconds(91)))
        .then("release settle t1#1.1011", "release reserve t1#1.1013");
  }

  /// Its hold stays, as the call may have been paid for.
  @Test
  void aCallThatWasGivenUpIsSettledWhenItAnswersAfterAll() {
    Scenario s =
        inWorldWithAccount()
            .given(message("t1", "bob"), held("t1#1.1010", "0.05"))
            .when(after(CALL))
            .then("release reserve t1#1.1013")
            .given(held("t1#1.1013", "0.05"))
            .when(says("hi"))
            .then("release settle t1#1.1015", "closed t1 COMPLETED");

    Decision late =
        decision(turnId("t1#1"), new Decision.Answered("{}", "late", List.of()), "0.03", "first");
    s.when(decided(late)).then("release settle t1#1.1012");
    BigDecimal cost =
        s.command(Command.ReleaseAction.class).action().args().get("cost_usd").decimalValue();
    assertThat(cost).isEqualByComparingTo("0.03");
    s.when(decided(late)).then();
  }
}
