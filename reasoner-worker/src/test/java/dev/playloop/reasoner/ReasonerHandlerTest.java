package dev.playloop.reasoner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.kit.Emit;
import dev.playloop.kit.FencedException;
import dev.playloop.kit.Unhandled;
import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.HeaderNames;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Worlds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReasonerHandlerTest extends HandlerCase {
  @Test
  void aTurnBecomesOneDecisionKeyedByItsAgent() throws InterruptedException {
    List<Emit<?, ?>> outputs =
        handler(request -> said("Hello.", List.of())).handle(turn(), new NoContext());

    assertThat(outputs).hasSize(1);
    assertThat(outputs.getFirst().topic().name()).isEqualTo("t.decisions");
    assertThat(outputs.getFirst().key()).isEqualTo(new AgentId("society/ada"));
    Decision decision = (Decision) Objects.requireNonNull(outputs.getFirst().value());
    assertThat(decision.turn()).isEqualTo(turn().turn());
    assertThat(decision.model()).isEqualTo("m-1");
    assertThat(decision.candidate()).isEqualTo("local|http://h/v1|a");
    assertThat(decision.usage()).isEqualTo(new Usage(10, 0, 5, 0));
    assertThat(decision.attempts()).isEqualTo(1);
    assertThat(decision.requestHash()).hasSize(64);
    assertThat(Json.read(Json.bytes(decision), Decision.class)).isEqualTo(decision);
  }

  @Test
  void nothingIsPaidForATurnWhoseDeclarationCanNotBeReadNow() {
    worlds =
        new Worlds() {
          @Override
          public List<Catalogue> all() {
            return List.of();
          }

          @Override
          public boolean catchUp(String world) {
            throw new TimeoutException("away");
          }
        };
    AtomicInteger calls = new AtomicInteger();
    ReasonerHandler handler =
        handler(request -> {
          calls.incrementAndGet();
          return said("Hello.", List.of());
        });
    Turn turn = turn().catalogue("0".repeat(64));
    assertThatThrownBy(() -> handler.handle(turn, new NoContext()))
        .isInstanceOf(TimeoutException.class);
    assertThat(calls).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"all", "society", "society/ada"})
  void aTurnOfAHaltedAgentIsPutOffAndNotCalledFor(String scope) throws InterruptedException {
    HaltScope halted = new HaltScope(scope);
    halts = new Halts(Map.of(halted, new Halt(1, halted, "kim", time.clock().instant(), null)));
    AtomicInteger calls = new AtomicInteger();

    Decision decision =
        (Decision)
            Objects.requireNonNull(
                handler(
                        request -> {
                          calls.incrementAndGet();
                          return said("Hello.", List.of());
                        })
                    .handle(turn(), new NoContext())
                    .getFirst()
                    .value());

    assertThat(decision.outcome())
        .isInstanceOfSatisfying(
            Decision.Deferred.class,
            deferred -> assertThat(deferred.reason()).isEqualTo(scope + " is halted by kim"));
    assertThat(decision.costUsd()).isZero();
    assertThat(calls).hasValue(0);
  }

  @Test
  void aTurnThatAnotherWorkerTookOverIsNotCalledFor() {
    AtomicInteger calls = new AtomicInteger();
    ReasonerHandler handler =
        handler(request -> {
          calls.incrementAndGet();
          return said("Hello.", List.of());
        });

    assertThatThrownBy(() -> handler.handle(turn(), new NoContext(false)))
        .isInstanceOf(FencedException.class);

    assertThat(calls).hasValue(0);
  }

  @Test
  void anUndeliverableDecisionIsAnsweredByAFailureThatKeepsTheMoney() {
    List<Emit<?, ?>> outputs =
        handler(request -> said("x", List.of()))
            .onUndeliverable(turn(), new NoContext(), "too large");

    Decision decision = (Decision) Objects.requireNonNull(outputs.getFirst().value());
    assertThat(decision.outcome())
        .isEqualTo(
            new Decision.Failed(
                LlmFailure.INVALID_BODY, "the decision could not be published: too large"));
    assertThat(decision.costUsd()).isEqualTo(turn().permitUsd());
  }

  @Test
  void aDecisionSaysInAHeaderWhichTurnItAnswers() throws InterruptedException {
    List<Emit<?, ?>> outputs =
        handler(request -> said("Hello.", List.of())).handle(turn(), new NoContext());

    assertThat(outputs.getFirst().headers()).containsEntry(HeaderNames.TURN, turn().turn().value());
  }

  @Test
  void aTurnThatBecameADeadLetterIsAnsweredAsFailedAtTheCostThatWasReserved() {
    Decision decision = unhandled(null, turn(), true);

    assertThat(decision.turn()).isEqualTo(turn().turn());
    assertThat(decision.outcome())
        .isInstanceOfSatisfying(
            Decision.Failed.class,
            failed ->
                assertThat(failed.message())
                    .contains("java.lang.ClassCastException: a list ? of none"));
    assertThat(decision.costUsd()).isEqualTo(turn().permitUsd());
    assertThat(Json.read(Json.bytes(decision), Decision.class)).isEqualTo(decision);
  }

  @Test
  void aTurnThatCantBeReadIsAnsweredForItsHeaderAndCostsNothing() {
    Decision decision = unhandled("society/ada:t-1#2", null, false);

    assertThat(decision.turn()).isEqualTo(new TurnId("society/ada:t-1#2"));
    assertThat(decision.agent()).isEqualTo(new AgentId("society/ada"));
    assertThat(decision.outcome()).isInstanceOf(Decision.Failed.class);
    assertThat(decision.costUsd()).isZero();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "society/ada", "'; drop table users; --", "society/ada:t-1#2\n"})
  void aTurnThatNobodyCanNameIsADeadLetterOnly(@Nullable String header) {
    assertThat(answers(header, null, false)).isEmpty();
  }

  @Test
  void aBugBehindAPaidCallIsBookedAtItsCost() throws InterruptedException {
    Decision decision = decide(said("Hello.", List.of(new RawCall("c", unnamed(), "{}"))));

    assertThat(decision.outcome())
        .isInstanceOfSatisfying(
            Decision.Failed.class,
            failed -> assertThat(failed.message()).contains("NullPointerException"));
    assertThat(decision.costUsd())
        .isEqualByComparingTo(decide(said("Hello.", List.of())).costUsd())
        .isPositive();
  }

  @Test
  void aBugInTheReadingOfAReplyIsBookedAtItsBoundAndNotCalledAgain() throws InterruptedException {
    AtomicInteger calls = new AtomicInteger();
    ReasonerHandler handler =
        handler(request -> {
          calls.incrementAndGet();
          throw new ClassCastException("MissingNode is no ObjectNode");
        });

    Decision decision =
        (Decision)
            Objects.requireNonNull(handler.handle(turn(), new NoContext()).getFirst().value());

    assertThat(decision.outcome())
        .isInstanceOfSatisfying(
            Decision.Failed.class,
            failed -> assertThat(failed.message()).contains("ClassCastException"));
    assertThat(decision.costUsd()).isPositive();
    assertThat(calls).hasValue(1);
  }

  @SuppressWarnings("NullAway") // what a provider's reply may lack
  private static String unnamed() {
    return null;
  }

  private List<Emit<?, ?>> answers(
      @Nullable String header, @Nullable Turn turn, boolean mayHaveRun) {
    RecordHeaders headers = new RecordHeaders();
    if (header != null) {
      headers.add(HeaderNames.TURN, header.getBytes(StandardCharsets.UTF_8));
    }
    return handler(request -> said("x", List.of()))
        .onDeadLetter(
            new Unhandled<>(
                null, turn, headers, mayHaveRun, new ClassCastException("a list \ud800 of none")));
  }

  private Decision unhandled(@Nullable String header, @Nullable Turn turn, boolean mayHaveRun) {
    List<Emit<?, ?>> outputs = answers(header, turn, mayHaveRun);
    assertThat(outputs).hasSize(1);
    Decision decision = (Decision) Objects.requireNonNull(outputs.getFirst().value());
    assertThat(outputs.getFirst().headers())
        .containsEntry(HeaderNames.TURN, decision.turn().value());
    return decision;
  }
}
