package dev.playloop.loop;

import static dev.playloop.loop.Arrives.message;
import static dev.playloop.loop.Arrives.question;
import static dev.playloop.loop.Arrives.trigger;
import static dev.playloop.loop.ModelSays.buy;
import static dev.playloop.loop.ModelSays.calls;
import static dev.playloop.loop.ModelSays.declines;
import static dev.playloop.loop.ModelSays.defers;
import static dev.playloop.loop.ModelSays.fails;
import static dev.playloop.loop.ModelSays.says;
import static dev.playloop.loop.ModelSays.work;
import static dev.playloop.loop.PeopleSay.cancel;
import static dev.playloop.loop.PeopleSay.resume;
import static dev.playloop.loop.Scenario.ada;
import static dev.playloop.loop.Scenario.after;
import static dev.playloop.loop.Scenario.poison;
import static dev.playloop.loop.WorldSays.done;
import static dev.playloop.loop.WorldSays.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.loop.state.Command;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.LlmFailure;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// How runs end that can't go on: no model, no fallback, no time, poison.
class FailingRunTest {
  /// The agent's own, which speaks.
  private static final UnaryOperator<AgentConfig> EXCUSE =
      Configs.fallback("reply_to_message", "{\"messageId\":\"msg-1\",\"content\":\"Later.\"}");

  /// That of idle runs, in silence.
  private static final UnaryOperator<AgentConfig> SHRUG =
      Configs.fallbackOf("idle.*", "do_work", "{\"job\":\"mine\"}");

  @Test
  void runEndsAtItsDeadline() {
    ada(Configs.limits(null, null, Duration.ofSeconds(20)))
        .given(message("t1", "bob"), calls(work("mine")))
        .when(after(Duration.ofSeconds(20)))
        .then("closed t1 DEADLINE");
  }

  @Test
  void cancelledRunHoldsTheLaneUntilItsCallHasAnswered() {
    ada()
        .given(message("t1", "bob"), message("t2", "joe"))
        .when(cancel("t1"))
        .then("closed t1 CANCELLED")
        .when(calls(work("mine")))
        .then("turn t2#1");
  }

  @Test
  void cancelledRunHoldsTheLaneUntilItsWriteHasAnswered() {
    ada()
        .given(message("t1", "bob"), calls(work("mine"), buy("food")), message("t2", "joe"))
        .when(cancel("t1"))
        .then("closed t1 CANCELLED")
        .when(done("t1#1.1"))
        .then("turn t2#1")
        .thenPrompt("do_work did happen after all. (t1)");
  }

  @Test
  void cancelOfAnotherRunChangesNothing() {
    ada().given(message("t1", "bob")).when(cancel("t0")).then();
  }

  @Test
  void llmThatFailsForGoodFailsTheRunWithItsClass() {
    Scenario s = ada().given(message("t1", "bob")).when(fails(LlmFailure.AUTH));
    s.then("closed t1 FAILED");
    assertThat(s.closed().summary()).startsWith("auth:");
  }

  @Test
  void refusalOfTheModelFailsTheRun() {
    ada().given(message("t1", "bob")).when(declines()).then("closed t1 FAILED");
  }

  @Test
  void fallbackActionRunsWhenTheLlmFails() {
    Scenario s =
        ada(Configs.fallback(
                "reply_to_message", "{\"messageId\":\"$replyTo\",\"content\":\"Later.\"}"))
            .given(question("t1", "bob", "msg-1"))
            .when(fails(LlmFailure.OVERLOADED))
            .then("release reply_to_message t1#1.900");
    Action action = s.command(Command.ReleaseAction.class).action();
    assertThat(action.args().get("messageId").stringValue()).isEqualTo("msg-1");
    s.when(done("t1#1.900")).then("closed t1 FALLBACK");
  }

  @Test
  void fallbackThatIsRefusedFailsTheRun() {
    ada(Configs.fallback("do_work", "{\"job\":\"mine\"}"))
        .given(message("t1", "bob"), fails(LlmFailure.OVERLOADED))
        .when(refused("t1#1.900", "tired"))
        .then("closed t1 FAILED");
  }

  @Test
  void fallbackOutsideTheRunsBoundaryIsNotRun() {
    ada(Configs.fallback("do_work", "{\"job\":\"mine\"}").andThen(Configs.tools("reply_to_message"))
            ::apply)
        .given(message("t1", "bob"))
        .when(fails(LlmFailure.OVERLOADED))
        .then("closed t1 FAILED");
  }

  @Test
  void fallbackOfTheKindStandsForTheAgents() {
    Scenario s = ada(EXCUSE.andThen(SHRUG)::apply);
    s.given(trigger("t1", "idle.tick"))
        .when(fails(LlmFailure.OVERLOADED))
        .then("release do_work t1#1.900");
    s.when(done("t1#1.900")).then("closed t1 FALLBACK");
  }

  @Test
  void kindsWithoutAFallbackHaveTheAgents() {
    ada(EXCUSE.andThen(SHRUG)::apply)
        .given(question("t1", "bob", "msg-1"))
        .when(fails(LlmFailure.OVERLOADED))
        .then("release reply_to_message t1#1.900");
  }

  @Test
  void fallbackOfOneKindIsNoOtherKinds() {
    ada(SHRUG)
        .given(question("t1", "bob", "msg-1"))
        .when(fails(LlmFailure.OVERLOADED))
        .then("closed t1 FAILED");
  }

  /// The game may have taken its tool away since it was checked: the agent's own was not meant for
  /// this kind.
  @Test
  void fallbackOfTheKindThatCantBeRunIsNotMadeUpForByTheAgents() {
    ada(EXCUSE.andThen(Configs.fallbackOf("idle.*", "no_such_tool", "{}"))::apply)
        .given(trigger("t1", "idle.tick"))
        .when(fails(LlmFailure.OVERLOADED))
        .then("closed t1 FAILED");
  }

  @Test
  void fallbackThatDoesNotFitItsToolIsNotRun() {
    ada(Configs.fallback("do_work", "{\"jobb\":1}"))
        .given(message("t1", "bob"))
        .when(fails(LlmFailure.OVERLOADED))
        .then("closed t1 FAILED");
  }

  @Test
  void deferredTurnIsOpenedAgainThen() {
    ada()
        .given(message("t1", "bob"))
        .when(defers(Duration.ofSeconds(30)))
        .then()
        .when(after(Duration.ofSeconds(29)))
        .then()
        .when(after(Duration.ofSeconds(1)))
        .then("turn t1#1")
        .when(says("hi"))
        .then("closed t1 COMPLETED");
  }

  @Test
  void deferralIntoThePastWaitsASecond() {
    ada()
        .given(message("t1", "bob"))
        .when(defers(Duration.ofSeconds(-5)))
        .then()
        .when(after(Duration.ofSeconds(1)))
        .then("turn t1#1");
  }

  @Test
  void missingRouteFailsTheRun() {
    Scenario s = ada(Configs.routes(Map.of())).when(message("t1", "bob"));
    s.then("closed t1 FAILED");
    assertThat(s.closed().summary()).startsWith("no_route:");
  }

  @Test
  void poisonClosesTheRunAndTheNextOpensALittleLater() {
    ada()
        .given(message("t1", "bob"), calls(work("mine")), done("t1#1.1"), message("t2", "joe"))
        .when(poison())
        .then("closed t1 FAILED")
        .thenEvents("Poisoned")
        .when(says("too late"), after(Duration.ofSeconds(1)))
        .then("turn t2#1");
  }

  @Test
  void thirdPoisonQuarantinesUntilAPersonResumes() {
    ada()
        .given(poison(), poison(), message("t1", "bob"), message("t2", "joe"))
        .when(poison())
        .then("closed t1 FAILED", "dropped t2 QUARANTINED")
        .thenEvents("Quarantined")
        .when(message("t3", "bob"))
        .then("dropped t3 QUARANTINED")
        .when(resume(), says("late"), message("t4", "bob"))
        .then("turn t4#1");
  }
}
