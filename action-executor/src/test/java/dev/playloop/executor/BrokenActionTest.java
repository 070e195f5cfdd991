package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Unhandled;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.Action.Mode;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.HeaderNames;
import dev.playloop.worlds.model.WorldActions.Safety;
import java.nio.charset.StandardCharsets;
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

/// Whatever a world throws or answers, and whatever a record says: who waits is answered.
class BrokenActionTest {
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

  private static void assertThatABugFails(Safety safety, Action action) throws Exception {
    Bench bench = new Bench(safety);
    bench.world.onPerform = bug();

    ActionResult result = bench.handle(action);

    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(Objects.requireNonNull(result.error()).code()).isEqualTo("bug");
  }

  @ParameterizedTest
  @EnumSource
  void bugInAReadFailsIt(Safety safety) throws Exception {
    assertThatABugFails(safety, Bench.look(1));
  }

  @ParameterizedTest
  @EnumSource
  void bugInAWriteThatTookEffectIsAnsweredDone(Safety safety) throws Exception {
    Bench bench = new Bench(safety);
    bench.world.onPerform =
        action -> {
          bench.world.act(action);
          return BrokenActionTest.<ActionResult>bug().run(action);
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
    assertThatABugFails(safety, Bench.strike(1));
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

  static <A> FakeWorld.Behaviour<A> bug() {
    return action -> {
      throw new IllegalStateException("a bug at " + action.action());
    };
  }
}
