package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.kit.Emit;
import dev.playloop.kit.RetriableException;
import dev.playloop.kit.TerminalException;
import dev.playloop.kit.Unhandled;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.Action.Mode;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.topic.HeaderNames;
import dev.playloop.worlds.model.WorldActions.Safety;
import dev.playloop.worlds.model.WorldUnavailable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// One action in, one result out, for worlds of both kinds.
class ActionHandlerTest {
  private static final Duration TOO_LATE = Duration.ofSeconds(31);

  @ParameterizedTest
  @EnumSource
  void performedActionIsAnsweredWithItsResult(Safety safety) throws Exception {
    Bench bench = new Bench(safety);

    ActionResult result = bench.handle(Bench.strike(1));

    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(Objects.requireNonNull(result.output()).get("text").asString()).isEqualTo("landed");
    assertThat(bench.world.effects).containsExactly(Bench.id(1));
  }

  @ParameterizedTest
  @EnumSource
  void aResultSaysInAHeaderWhichActionItAnswers(Safety safety) throws Exception {
    Bench bench = new Bench(safety);

    List<Emit<?, ?>> emits =
        bench.handler.handle(Bench.strike(1), bench.context(Bench.strike(1), 100));

    assertThat(emits.getLast().headers()).containsEntry(HeaderNames.ACTION, Bench.id(1).value());
  }

  @ParameterizedTest
  @CsvSource({"strike, EXECUTE, UNKNOWN", "strike, SIMULATE, FAILED", "look_at, EXECUTE, FAILED"})
  void anActionThatBecameADeadLetterIsAnsweredAtOnce(String tool, Mode mode, Status expected)
      throws Exception {
    Bench bench = new Bench(Safety.LEDGER);
    Action action = Bench.as(mode, tool.equals("strike") ? Bench.strike(1) : Bench.look(1));

    ActionResult answer = bench.commit(bench.handler.onDeadLetter(unhandled(action, null)));

    assertThat(answer.status()).isEqualTo(expected);
    assertThat(answer.action()).isEqualTo(Bench.id(1));
    assertThat(Objects.requireNonNull(answer.error()).message())
        .contains("java.lang.ClassCastException");
  }

  @Test
  void anActionThatCantBeReadIsAnsweredForItsHeader() throws Exception {
    Bench bench = new Bench(Safety.LEDGER);

    ActionResult answer =
        bench.commit(bench.handler.onDeadLetter(unhandled(null, Bench.id(3).value())));

    assertThat(answer.status()).as("it may be a write").isEqualTo(Status.UNKNOWN);
    assertThat(answer.action()).isEqualTo(Bench.id(3));
    assertThat(answer.agent()).isEqualTo(Bench.ADA);
    for (String nobody : new String[] {null, "", "society/ada:t-1#2", "\u0000", "1e999"}) {
      assertThat(bench.handler.onDeadLetter(unhandled(null, nobody))).as(nobody).isEmpty();
    }
  }

  private static Unhandled<Lane, Action> unhandled(
      @Nullable Action action, @Nullable String header) {
    RecordHeaders headers = new RecordHeaders();
    if (header != null) {
      headers.add(HeaderNames.ACTION, header.getBytes(StandardCharsets.UTF_8));
    }
    return new Unhandled<>(null, action, headers, true, new ClassCastException("x"));
  }

  @ParameterizedTest
  @EnumSource
  void aWriteWhoseAnswerCantBeWrittenIsDoneAllTheSame(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    List<Object> endless = new ArrayList<>();
    endless.add(endless);
    JsonNode unwritable = Json.NODES.pojoNode(endless);
    bench.world.onPerform =
        action -> {
          bench.world.act(action);
          return ActionResult.done(action.action(), action.agent(), unwritable, 7L);
        };

    ActionResult result = bench.handle(Bench.strike(1));

    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(result.worldVersion()).isEqualTo(7L);
    assertThat(Objects.requireNonNull(result.output()).toString()).contains("could not be written");
    assertThat(Json.bytes(result)).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource
  void aWorldMayThrowAnything(Throwable thrown) throws Exception {
    Bench bench = new Bench(Safety.LEDGER);
    bench.world.onPerform =
        _ -> {
          throw Thrown.now(thrown);
        };

    assertThat(bench.handle(Bench.look(1)).status()).isEqualTo(Status.FAILED);
    assertThat(bench.handle(Bench.strike(2)).status()).isEqualTo(Status.FAILED);
    bench.world.onReconcile =
        _ -> {
          throw Thrown.now(thrown);
        };
    assertThat(bench.handle(Bench.strike(3)).status()).isEqualTo(Status.UNKNOWN);
    assertThat(bench.handle(Bench.as(Mode.RECONCILE, Bench.strike(3))).status())
        .isEqualTo(Status.UNKNOWN);
    bench.world.onPrepare =
        () -> {
          throw Thrown.now(thrown);
        };
    assertThat(bench.handle(Bench.strike(4)).status()).isEqualTo(Status.FAILED);
    assertThat(bench.world.effects).isEmpty();
  }

  static List<Throwable> aWorldMayThrowAnything() {
    return List.of(
        new InvalidValueException("row", "a number", "\ud800"),
        new ClassCastException("a row is no object"),
        new StackOverflowError(),
        new NoClassDefFoundError("some/Driver"),
        new AssertionError("never"));
  }

  /// Throws what it is given, whatever it is.
  private static final class Thrown {
    static Error now(Throwable thrown) {
      switch (thrown) {
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new AssertionError(thrown);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void sameActionAgainActsOnceAndIsAnsweredAgain(Safety safety) throws Exception {
    Bench bench = new Bench(safety);

    ActionResult first = bench.handle(Bench.strike(1));
    ActionResult second = bench.handle(Bench.strike(1), 101);

    assertThat(second).isEqualTo(first);
    assertThat(bench.world.effects).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void lateActionsAreAnsweredExpiredAndTouchNothing(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.clock.turn(TOO_LATE);

    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.EXPIRED);
    assertThat(bench.handle(Bench.look(2)).status()).isEqualTo(Status.EXPIRED);
    assertThat(bench.handle(Bench.as(Mode.SIMULATE, Bench.strike(3))).status())
        .isEqualTo(Status.EXPIRED);
    assertThat(bench.world.calls).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void expiredActionIsPerformedWhenItIsIssuedAgainInTime(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.clock.turn(TOO_LATE);
    bench.handle(Bench.strike(1));

    ActionResult again =
        bench.handle(Bench.until(bench.clock.instant().plusSeconds(30), Bench.strike(1)), 101);

    assertThat(again.status()).isEqualTo(Status.DONE);
    assertThat(bench.world.effects).hasSize(1);
  }

  @Test
  void lateWriteThatAPredecessorPerformedIsNotCalledExpired() throws Exception {
    Bench bench = new Bench(Safety.TRANSACTIONAL);
    bench.handler.handle(Bench.strike(1), bench.context(Bench.strike(1), 7));
    bench.nextAction = 8;
    bench.restarted();
    bench.clock.turn(TOO_LATE);

    assertThat(bench.handle(Bench.strike(1), 7).status()).isEqualTo(Status.DONE);
    assertThat(bench.world.effects).hasSize(1);
  }

  @Test
  void lateWriteThatAPredecessorMayHavePerformedIsUnknownWhileTheWorldIsAway() throws Exception {
    Bench bench = new Bench(Safety.TRANSACTIONAL);
    bench.nextAction = 8;
    bench.restarted();
    bench.clock.turn(TOO_LATE);
    bench.world.onReconcile = away();

    assertThat(bench.handle(Bench.strike(1), 7).status()).isEqualTo(Status.UNKNOWN);
  }

  @Test
  void unknownToolIsRefusedWithTheNearestName() throws Exception {
    Bench bench = new Bench(Safety.TRANSACTIONAL);

    ActionResult result =
        bench.handle(Bench.action(1, "strik", Json.NODES.objectNode().put("force", 3)));

    assertThat(result.status()).isEqualTo(Status.REFUSED);
    ActionResult.ActionError error = Objects.requireNonNull(result.error());
    assertThat(error.code()).isEqualTo("unknown_tool");
    assertThat(error.message()).contains("did you mean 'strike'");
    assertThat(bench.world.calls).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void badArgumentsAreRefusedWithTheirField(Safety safety) throws Exception {
    Bench bench = new Bench(safety);

    ActionResult result =
        bench.handle(Bench.action(1, "strike", Json.NODES.objectNode().put("force", -1)));

    assertThat(result.status()).isEqualTo(Status.REFUSED);
    ActionResult.ActionError error = Objects.requireNonNull(result.error());
    assertThat(error.code()).isEqualTo("invalid_arguments");
    assertThat(error.field()).isEqualTo("force");
    assertThat(bench.world.calls).isEmpty();
    assertThat(bench.ledger).isEmpty();
  }

  @Test
  void effectIsTheCataloguesWordNotTheRecords() throws Exception {
    Bench bench = new Bench(Safety.LEDGER);

    bench.handle(Bench.claiming(Effect.READ, Bench.strike(1)));
    bench.handle(Bench.claiming(Effect.WRITE, Bench.look(2)));

    assertThat(bench.ledger)
        .extracting(LedgerEntry::action)
        .containsExactly(Bench.id(1), Bench.id(1));
  }

  @Test
  void agentOfAnotherWorldIsRefused() throws Exception {
    Bench bench = new Bench(Safety.TRANSACTIONAL);
    Action a = Bench.strike(1);
    Action stranger =
        Action.of(
                a.action(),
                dev.playloop.schemas.id.AgentId.of("elsewhere", "ada"),
                a.actor(),
                a.tool(),
                a.args())
            .lane(a.lane())
            .effect(a.effect())
            .mode(a.mode())
            .notAfter(a.notAfter())
            .hops(a.hops());

    assertThat(bench.handle(stranger).status()).isEqualTo(Status.REFUSED);
    assertThat(bench.world.calls).isEmpty();
  }

  @Test
  void recordWhoseKeyIsNotItsLaneIsADeadLetter() {
    Bench bench = new Bench(Safety.TRANSACTIONAL);
    Action other = Bench.as(Mode.EXECUTE, Bench.strike(1));
    var context = bench.context(Bench.strike(1), 1);
    Action moved = other.lane(new Lane("another"));

    assertThatThrownBy(() -> bench.handler.handle(moved, context))
        .isInstanceOf(TerminalException.class)
        .hasMessageContaining("lane");
    assertThat(bench.world.calls).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void simulationHasNoEffectAndNoLedger(Safety safety) throws Exception {
    Bench bench = new Bench(safety);

    ActionResult result = bench.handle(Bench.as(Mode.SIMULATE, Bench.strike(1)));

    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(bench.world.calls).containsExactly("simulate");
    assertThat(bench.ledger).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void reconcilingNeverPerforms(Safety safety) throws Exception {
    Bench bench = new Bench(safety);

    ActionResult result = bench.handle(Bench.as(Mode.RECONCILE, Bench.strike(1)));

    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(Objects.requireNonNull(result.error()).code()).isEqualTo("not_done");
    assertThat(bench.world.effects).isEmpty();
    assertThat(bench.world.calls).doesNotContain("perform");
  }

  @ParameterizedTest
  @EnumSource
  void reconcilingTellsWhatHappened(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.handle(Bench.strike(1));

    assertThat(bench.handle(Bench.as(Mode.RECONCILE, Bench.strike(1)), 101).status())
        .isEqualTo(Status.DONE);
  }

  @ParameterizedTest
  @EnumSource
  void outageIsWaitedOutAndThenTheActionIsPerformed(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.world.onPerform = away();

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> bench.handle(Bench.strike(1)))
          .isInstanceOf(RetriableException.class);
    }
    bench.world.onPerform = bench.world::act;

    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.DONE);
    assertThat(bench.world.effects).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void outageBeyondNotAfterFailsAndSaysThatNothingWasDone(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.world.onPerform = away();
    assertThatThrownBy(() -> bench.handle(Bench.strike(1))).isInstanceOf(RetriableException.class);
    assertThatThrownBy(() -> bench.handle(Bench.look(2))).isInstanceOf(RetriableException.class);
    bench.clock.turn(TOO_LATE);

    for (Action action : new Action[] {Bench.strike(1), Bench.look(2)}) {
      ActionResult result = bench.handle(action);
      assertThat(result.status()).isEqualTo(Status.FAILED);
      assertThat(Objects.requireNonNull(result.error()).code()).isEqualTo("world_unavailable");
    }
    assertThat(bench.world.effects).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void bugInAReadFailsIt(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.world.onPerform = bug();

    ActionResult result = bench.handle(Bench.look(1));

    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(Objects.requireNonNull(result.error()).code()).isEqualTo("bug");
  }

  @ParameterizedTest
  @EnumSource
  void bugInAWriteThatTookEffectIsAnsweredDone(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.world.onPerform =
        action -> {
          bench.world.act(action);
          return ActionHandlerTest.<ActionResult>bug().run(action);
        };

    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.DONE);
    assertThat(bench.world.calls).endsWith("perform", "reconcile");
  }

  @ParameterizedTest
  @EnumSource
  void bugInAWriteOfWhichTheWorldCannotTellIsUnknown(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.world.onPerform = bug();
    bench.world.onReconcile = bug();

    assertThat(bench.handle(Bench.strike(1)).status()).isEqualTo(Status.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource
  void bugInAWriteThatTookNoEffectFailsIt(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.world.onPerform = bug();

    ActionResult result = bench.handle(Bench.strike(1));

    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(Objects.requireNonNull(result.error()).code()).isEqualTo("bug");
  }

  @ParameterizedTest
  @EnumSource
  void toolThatReturnsAMegabyteGivesAResultThatFits(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.world.onPerform =
        action ->
            ActionResult.done(
                action.action(),
                action.agent(),
                Json.NODES.objectNode().put("blob", "\"é".repeat(512 * 1024)),
                7L);

    ActionResult result = bench.handle(Bench.strike(1));

    assertThat(Json.bytes(result).length).isLessThanOrEqualTo(64 * 1024).isGreaterThan(50 * 1024);
    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(result.worldVersion()).isEqualTo(7L);
    JsonNode output = Objects.requireNonNull(result.output());
    assertThat(output.get("truncated").booleanValue()).isTrue();
    assertThat(output.get("note").asString()).contains("Ask for less");
  }

  @Test
  void resultWithAStatusThatNoWorldMayAnswerIsABug() throws Exception {
    Bench bench = new Bench(Safety.TRANSACTIONAL);
    bench.world.onPerform = action -> FakeWorld.error(action, Status.EXPIRED, "x");

    assertThat(bench.handle(Bench.look(1)).status()).isEqualTo(Status.FAILED);
    assertThat(bench.handle(Bench.strike(2)).status()).isEqualTo(Status.FAILED);
  }

  @Test
  void memoryRowOfAClosedRunIsWrittenThoughNoModelMayAskForIt() throws Exception {
    Bench bench = new Bench(Safety.TRANSACTIONAL);

    ActionResult result = bench.handle(Bench.action(1001, "remember_run", Json.NODES.objectNode()));

    assertThat(result.status()).isEqualTo(Status.DONE);
  }

  @Test
  void undeliverableResultOfAWriteIsUnknownAndOfAReadFailed() {
    Bench bench = new Bench(Safety.TRANSACTIONAL);

    assertThat(
            bench
                .commit(
                    bench.handler.onUndeliverable(
                        Bench.strike(1), bench.context(Bench.strike(1), 1), "too large"))
                .status())
        .isEqualTo(Status.UNKNOWN);
    assertThat(
            bench
                .commit(
                    bench.handler.onUndeliverable(
                        Bench.look(2), bench.context(Bench.look(2), 1), "too large"))
                .status())
        .isEqualTo(Status.FAILED);
  }

  static <A> FakeWorld.Behaviour<A> away() {
    return _ -> {
      throw new WorldUnavailable("no route to the arena", new java.io.IOException("refused"));
    };
  }

  static <A> FakeWorld.Behaviour<A> bug() {
    return action -> {
      throw new IllegalStateException("a bug at " + action.action());
    };
  }
}
