package dev.playloop.reasoner.route;

import static dev.playloop.reasoner.route.ScriptedLlm.fault;
import static dev.playloop.reasoner.route.ScriptedLlm.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.reasoner.wire.Prompts;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Turn;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// How long a router waits, for whom, and when it puts a turn off.
class RouterTimesTest extends RouterCase {
  @Test
  void aShortRetryAfterIsWaitedForToItsEnd() throws InterruptedException {
    llm.will("a", fault(LlmFailure.RATE_LIMIT, START.plusMillis(4_900)), said());

    Routed routed = router.route(Turns.turn(Turns.candidate("a")), Turns.MINE);

    assertThat(routed.end()).isInstanceOf(Routed.Answered.class);
    assertThat(time.pauses).containsExactly(Duration.ofMillis(4_900));
  }

  @Test
  void aLongRetryAfterDefersTheTurnWithoutWaiting() throws InterruptedException {
    Instant until = START.plusSeconds(120);
    llm.will("a", fault(LlmFailure.RATE_LIMIT, until));

    Routed routed = router.route(Turns.turn(Turns.candidate("a")), Turns.MINE);

    assertThat(routed.end()).isEqualTo(new Routed.Later(until, "slow down"));
    assertThat(routed.attempts()).isEqualTo(1);
    assertThat(time.pauses).isEmpty();
  }

  @Test
  void nobodyCallsACandidateBeforeTheTimeItNamed() throws InterruptedException {
    Instant until = START.plusSeconds(120);
    llm.will("a", fault(LlmFailure.RATE_LIMIT, until), said());
    router.route(Turns.turn(Turns.candidate("a")), Turns.MINE);
    Turn late =
        Turns.turn(
            Prompts.prompt("y"), BigDecimal.ONE, START.plusSeconds(600), 0, Turns.candidate("a"));

    Routed before = router.route(late, Turns.MINE);
    time.advance(Duration.ofMinutes(2));
    Routed after = router.route(late, Turns.MINE);

    assertThat(((Routed.Later) before.end()).until()).isEqualTo(until);
    assertThat(before.attempts()).isZero();
    assertThat(after.end()).isInstanceOf(Routed.Answered.class);
  }

  @Test
  void aCandidateThatMustBeWaitedForGivesWayToTheNext() throws InterruptedException {
    llm.will("a", fault(LlmFailure.RATE_LIMIT, START.plusSeconds(120))).will("b", said());

    Routed routed =
        router.route(Turns.turn(Turns.candidate("a"), Turns.candidate("b")), Turns.MINE);

    assertThat(llm.models()).containsExactly("a", "b");
    assertThat(routed.end()).isInstanceOf(Routed.Answered.class);
  }

  @Test
  void threeRateLimitsDeferInsteadOfFailing() throws InterruptedException {
    llm.will("a", fault(LlmFailure.RATE_LIMIT));

    Routed routed = router.route(Turns.turn(Turns.candidate("a")), Turns.MINE);

    assertThat(llm.requests).hasSize(3);
    assertThat(((Routed.Later) routed.end()).until())
        .isAfterOrEqualTo(time.clock().instant().plus(CandidateCall.IN_PLACE));
  }

  @Test
  void noAttemptBeginsAfterTheTurnsTime() throws InterruptedException {
    llm.will("a", fault(LlmFailure.OVERLOADED, START.plusSeconds(3)), said());
    Turn turn =
        Turns.turn(
            Prompts.prompt("x"), BigDecimal.ONE, START.plusSeconds(2), 0, Turns.candidate("a"));

    Routed routed = router.route(turn, Turns.MINE);

    assertThat(llm.requests).hasSize(1);
    assertThat(time.pauses).as("nor is it waited for").isEmpty();
    assertThat(routed.end()).isEqualTo(new Routed.Failed(LlmFailure.OVERLOADED, "boom"));
  }

  @Test
  void noAttemptBeginsWhenTheTimeEndsDuringACall() throws InterruptedException {
    AtomicInteger calls = new AtomicInteger();
    Router slow =
        router(request -> {
          calls.incrementAndGet();
          time.advance(Duration.ofSeconds(30));
          return fault(LlmFailure.OVERLOADED);
        });
    Turn turn =
        Turns.turn(
            Prompts.prompt("x"),
            BigDecimal.ONE,
            START.plusSeconds(20),
            0,
            Turns.candidate("a"),
            Turns.candidate("b"));

    Routed routed = slow.route(turn, Turns.MINE);

    assertThat(calls).hasValue(1);
    assertThat(routed.end()).isEqualTo(new Routed.Failed(LlmFailure.OVERLOADED, "boom"));
  }
}
