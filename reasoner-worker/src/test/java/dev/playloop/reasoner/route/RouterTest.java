package dev.playloop.reasoner.route;

import static dev.playloop.reasoner.route.ScriptedLlm.fault;
import static dev.playloop.reasoner.route.ScriptedLlm.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.reasoner.wire.Prompts;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Turn;
import dev.playloop.testkit.Await;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RouterTest extends RouterCase {
  @Test
  void theCandidateThatTheRunKeepsComesFirst() throws InterruptedException {
    llm.will("a", said()).will("b", said());
    Turn turn =
        Turns.turn(
            Prompts.prompt("x"),
            BigDecimal.ONE,
            START,
            1,
            Turns.candidate("a"),
            Turns.candidate("b"));

    Routed routed = router.route(turn, Turns.MINE);

    assertThat(llm.models()).containsExactly("b");
    assertThat(routed.candidate()).isEqualTo(Turns.candidate("b"));
    assertThat(routed.requestHash()).isEqualTo(llm.requests.getFirst().hash());
  }

  /// A repeat waits for seconds, long enough to be taken over meanwhile.
  @Test
  void aTurnThatIsTakenOverBetweenTwoAttemptsIsNotSentAgain() {
    llm.will("a", fault(LlmFailure.OVERLOADED), said());
    IllegalStateException gone = new IllegalStateException("taken over");
    Claim untilTheFirstCall =
        () -> {
          if (!llm.requests.isEmpty()) {
            throw gone;
          }
        };

    assertThatThrownBy(() -> router.route(Turns.turn(Turns.candidate("a")), untilTheFirstCall))
        .isSameAs(gone);

    assertThat(llm.models()).containsExactly("a");
  }

  @Test
  void aTurnPastItsTimeCallsNothing() throws InterruptedException {
    llm.will("a", said());
    Turn turn =
        Turns.turn(
            Prompts.prompt("x"), BigDecimal.ONE, START.minusMillis(1), 0, Turns.candidate("a"));

    Routed routed = router.route(turn, Turns.MINE);

    assertThat(routed.end()).isEqualTo(new Routed.Expired());
    assertThat(routed.attempts()).isZero();
    assertThat(llm.requests).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = LlmFailure.class,
      names = {"RATE_LIMIT", "OVERLOADED", "CONNECTION_LOST", "TIMEOUT"})
  void aPassingFailureIsTriedAgainInPlace(LlmFailure failure) throws InterruptedException {
    llm.will("a", fault(failure), fault(failure), said());

    Routed routed = router.route(Turns.turn(Turns.candidate("a")), Turns.MINE);

    assertThat(routed.end()).isInstanceOf(Routed.Answered.class);
    assertThat(routed.attempts()).isEqualTo(3);
    assertThat(time.pauses).containsExactly(Duration.ofMillis(500), Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @EnumSource(
      value = LlmFailure.class,
      names = {"OVERLOADED", "CONNECTION_LOST", "TIMEOUT"})
  void afterThreeAttemptsTheNextCandidateIsAsked(LlmFailure failure) throws InterruptedException {
    llm.will("a", fault(failure)).will("b", said());

    Routed routed =
        router.route(Turns.turn(Turns.candidate("a"), Turns.candidate("b")), Turns.MINE);

    assertThat(llm.models()).containsExactly("a", "a", "a", "b");
    assertThat(routed.candidate()).isEqualTo(Turns.candidate("b"));
    assertThat(routed.attempts()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(
      value = LlmFailure.class,
      names = {"AUTH", "QUOTA", "BAD_REQUEST", "INVALID_BODY", "ERROR_IN_200"})
  void aLastingFailureIsNotTriedAgain(LlmFailure failure) throws InterruptedException {
    llm.will("a", fault(failure));

    Routed routed = router.route(Turns.turn(Turns.candidate("a")), Turns.MINE);

    assertThat(llm.requests).hasSize(1);
    assertThat(routed.end()).isEqualTo(new Routed.Failed(failure, "no"));
  }

  @Test
  void halfABodyIsNotTriedAgain() throws InterruptedException {
    llm.will(
        "a",
        Fault.of(
            LlmFailure.CONNECTION_LOST,
            "in the body",
            dev.playloop.reasoner.wire.LlmAnswer.Billing.IN_DOUBT));

    router.route(Turns.turn(Turns.candidate("a")), Turns.MINE);

    assertThat(llm.requests).hasSize(1);
  }

  @Test
  void anOverflowIsTrimmedToHalfOnce() throws InterruptedException {
    llm.will("a", fault(LlmFailure.CONTEXT_OVERFLOW), said());
    Turn turn = Turns.turn(Turns.conversation(10), BigDecimal.ONE, Turns.candidate("a"));

    Routed routed = router.route(turn, Turns.MINE);

    assertThat(routed.end()).isInstanceOf(Routed.Answered.class);
    assertThat(llm.requests.get(1).body().length)
        .isLessThan(llm.requests.get(0).body().length * 6 / 10);
    assertThat(time.pauses).isEmpty();
  }

  @Test
  void aSecondOverflowFailsTheCandidate() throws InterruptedException {
    llm.will("a", fault(LlmFailure.CONTEXT_OVERFLOW));
    Turn turn = Turns.turn(Turns.conversation(10), BigDecimal.ONE, Turns.candidate("a"));

    Routed routed = router.route(turn, Turns.MINE);

    assertThat(llm.requests).hasSize(2);
    assertThat(routed.end()).isEqualTo(new Routed.Failed(LlmFailure.CONTEXT_OVERFLOW, "no"));
  }

  @Test
  void aPromptThatCantFitIsTrimmedBeforeItIsSent() throws InterruptedException {
    llm.will("a", said());
    Turn turn = Turns.turn(Turns.conversation(10), BigDecimal.ONE, Turns.sized("a", 2_000, 1));

    router.route(turn, Turns.MINE);

    List<Message> sent = llm.requests.getFirst().prompt().messages();
    assertThat(sent).hasSizeLessThan(turn.body().messages().size());
    assertThat(sent.getLast()).isEqualTo(Message.User.text("the view"));
  }

  @Test
  void aBreakerThatOpenedMovesOnToTheNextCandidate() throws InterruptedException {
    llm.will("a", fault(LlmFailure.OVERLOADED)).will("b", said());
    Candidate[] both = {Turns.candidate("a"), Turns.candidate("b")};
    for (int i = 0; i < 4; i++) {
      router.route(
          Turns.turn(Prompts.prompt("x"), BigDecimal.ONE, START.plusSeconds(600), 0, both),
          Turns.MINE);
    }
    llm.requests.clear();

    Turn turn = Turns.turn(Prompts.prompt("x"), BigDecimal.ONE, START.plusSeconds(600), 0, both);
    router.route(turn, Turns.MINE);
    assertThat(llm.models()).containsExactly("b");

    time.advance(CandidateState.OPEN);
    llm.will("a", said());
    router.route(turn, Turns.MINE);
    assertThat(llm.models()).containsExactly("b", "a");
  }

  @Test
  void whenEveryBreakerIsOpenTheTurnIsDeferred() throws InterruptedException {
    llm.will("a", fault(LlmFailure.OVERLOADED));
    Turn turn =
        Turns.turn(
            Prompts.prompt("x"), BigDecimal.ONE, START.plusSeconds(600), 0, Turns.candidate("a"));
    for (int i = 0; i < 4; i++) {
      router.route(turn, Turns.MINE);
    }
    llm.requests.clear();

    Routed routed = router.route(turn, Turns.MINE);

    assertThat(llm.requests).isEmpty();
    assertThat(((Routed.Later) routed.end()).until())
        .isEqualTo(time.clock().instant().plus(CandidateState.OPEN));
  }

  @Test
  void wrongKeysAndBadRequestsDontOpenTheBreaker() throws InterruptedException {
    llm.will("a", fault(LlmFailure.BAD_REQUEST));
    for (int i = 0; i < 30; i++) {
      router.route(Turns.turn(Turns.candidate("a")), Turns.MINE);
    }

    assertThat(llm.requests).hasSize(30);
  }

  @Test
  void noMoreCallsThanAllowedAreInFlight() throws InterruptedException {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger peak = new AtomicInteger();
    CountDownLatch full = new CountDownLatch(3);
    CountDownLatch go = new CountDownLatch(1);
    Router limited =
        router(request -> {
          peak.accumulateAndGet(now.incrementAndGet(), Math::max);
          full.countDown();
          go.await();
          now.decrementAndGet();
          return said();
        });
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      callers.add(
          Thread.ofVirtual()
              .start(() -> {
                try {
                  limited.route(Turns.turn(Turns.sized("a", 0, 3)), Turns.MINE);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }));
    }
    full.await();
    // Three wait in their calls, nine for a place; nobody runs any more.
    Await.until("all wait", () -> callers.stream().allMatch(RouterTest::waits));
    go.countDown();
    for (Thread caller : callers) {
      caller.join();
    }

    assertThat(peak).hasValue(3);
  }

  @Test
  void anInterruptedCallGivesItsPlaceBack() throws InterruptedException {
    CountDownLatch inCall = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    Router limited =
        router(request -> {
          if (calls.getAndIncrement() == 0) {
            inCall.countDown();
            new CountDownLatch(1).await();
          }
          return said();
        });
    Turn turn = Turns.turn(Turns.sized("a", 0, 1));
    Thread first =
        Thread.ofVirtual()
            .start(() -> {
              try {
                limited.route(turn, Turns.MINE);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    inCall.await();
    first.interrupt();
    first.join();

    assertThat(limited.route(turn, Turns.MINE).end()).isInstanceOf(Routed.Answered.class);
  }

  private static boolean waits(Thread thread) {
    return thread.getState() == Thread.State.WAITING
        || thread.getState() == Thread.State.TIMED_WAITING;
  }
}
