package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static dev.playloop.projector.shell.LoopTopologyTest.header;
import static dev.playloop.projector.shell.LoopTopologyTest.only;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.fixtures.Answers;
import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.journal.ChainHead;
import dev.playloop.journal.Desk;
import dev.playloop.journal.JournalReader;
import dev.playloop.journal.JournalVerifier;
import dev.playloop.journal.Refold;
import dev.playloop.journal.Rendering.Rendered;
import dev.playloop.journal.Transcript;
import dev.playloop.loop.AgentState;
import dev.playloop.loop.Input;
import dev.playloop.loop.Step;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.event.View;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.HeaderNames;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.topic.Topics;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The net around each single record of the loop: wherever something throws, whatever it is, the
/// record becomes a dead letter, nothing half done stays, whoever waits for its answer gets one,
/// and all others go on.
class RecordNetTest {
  private static final String BOOM = "boom";

  @TempDir Path dir;
  private volatile Halts halts = Halts.NONE;
  private LoopDriver loop;

  @BeforeEach
  void open() {
    loop = new LoopDriver(dir);
  }

  @AfterEach
  void close() {
    loop.close();
  }

  private void with(Desk desk) {
    loop.close();
    Topics topics = new Topics("t.", 1);
    loop =
        new LoopDriver(
            dir.resolve("other"),
            topics,
            desk,
            LoopSetup.of(topics, List.of(new TestWorld())).withHalts(() -> halts));
  }

  /// Where it throws.
  enum At {
    FOLD,
    RENDER,
    STATE,
    FOLD_AND_POISON,
    EVERYTHING
  }

  private static Stream<Arguments> failures() {
    return Stream.of(At.values())
        .flatMap(at ->
            Stream.of(
                    new IllegalArgumentException("Broken surrogate pair"),
                    new NumberFormatException("Too many nonzero exponent digits"),
                    new ClassCastException("MissingNode"),
                    new ArithmeticException("Overflow"),
                    new NullPointerException("of a bug"))
                .map(failure -> Arguments.of(at, failure)));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void whateverATriggerMakesThrowItIsADeadLetterAndTheAgentGoesOn(At at, RuntimeException failure) {
    with(new ThrowingDesk(at, failure));
    loop.apply(config("ada", "ada"));
    loop.apply(config("bob", "bob"));

    loop.trigger(trigger("ada", "m-1", BOOM));
    loop.trigger(trigger("bob", "m-2", "hi"));
    loop.trigger(trigger("ada", "m-3", "hi"));

    assertThat(loop.turns())
        .extracting(turn -> turn.turn().value())
        .containsExactly("test/bob:m-2#1", "test/ada:m-3#1");
    TestRecord<byte[], byte[]> letter = only(loop.deadLetters());
    assertThat(new String(letter.value(), UTF_8)).contains(BOOM);
    assertThat(header(letter, "playloop.cause")).contains(failure.getMessage());
    assertThat(header(letter, "playloop.topic")).isEqualTo("t.triggers");
    assertThat(header(letter, "playloop.stack")).contains("\tat ");
    assertChainHolds("ada");
  }

  @Test
  void aTriggerOfWhichNothingCouldBeFoldedIsNotKnownAndMayComeAgain() {
    AtomicBoolean broken = new AtomicBoolean(true);
    with(
        new ThrowingDesk(At.EVERYTHING, new IllegalStateException("a bug")) {
          @Override
          boolean hits(Input input) {
            return broken.get() && super.hits(input);
          }
        });
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", BOOM));
    assertThat(loop.turns()).isEmpty();
    broken.set(false);

    loop.trigger(trigger("ada", "m-1", BOOM));

    assertThat(only(loop.turns()).turn().value()).isEqualTo("test/ada:m-1#1");
    assertThat(loop.events())
        .doesNotContain(new LoopEvent.TriggerDropped("m-1", DropReason.DUPLICATE));
    assertChainHolds("ada");
  }

  @Test
  void whatTheAgentWasToldBeforeTheRecordFailedGoesWithIt() {
    with(new ThrowingDesk(At.EVERYTHING, new IllegalStateException("a bug")));
    loop.apply(config("ada", "ada"));
    halts =
        new Halts(Map.of(HaltScope.ALL, new Halt(1, HaltScope.ALL, "kim", Samples.START, null)));
    loop.trigger(trigger("ada", "m-1", BOOM));
    loop.pass(Duration.ofSeconds(1));

    loop.trigger(trigger("ada", "m-2", "hi"));

    assertThat(loop.turns()).isEmpty();
    assertThat(loop.journal())
        .extracting(entry -> JournalReader.read(entry).envelope())
        .filteredOn(envelope -> envelope.input().startsWith("halted-"))
        .as("told once, and not by the record that failed")
        .singleElement()
        .satisfies(told -> assertThat(told.at()).isAfter(Samples.START));
    assertChainHolds("ada");
  }

  @ParameterizedTest
  @EnumSource(
      value = At.class,
      names = {"FOLD", "RENDER", "STATE"})
  void aPaidAnswerThatMakesTheFoldThrowEndsItsRunAtOnceAndIsBooked(At at) {
    with(new ThrowingDesk(at, new IllegalStateException("a bug")));
    loop.apply(priced("ada"));
    loop.trigger(trigger("ada", "m-1", "hi"));

    loop.decide(paid(only(loop.turns()), BOOM, "0.0075"));

    LoopEvent.RunClosed closed = only(loop.closed());
    assertThat(closed.outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(closed.summary()).contains("a bug");
    assertThat(closed.costUsd()).isEqualByComparingTo("0.0075");
    assertThat(loop.deadLetters()).hasSize(1);
    loop.trigger(trigger("ada", "m-2", "hi"));
    assertThat(only(loop.turns()).permitUsd()).isEqualByComparingTo("1");
  }

  @Test
  void anAnswerOfWhichNothingCanBeFoldedEndsItsRunAtOnceAndItsBoundIsBooked() {
    with(new ThrowingDesk(At.EVERYTHING, new IllegalStateException("a bug")));
    loop.apply(priced("ada"));
    loop.trigger(trigger("ada", "m-1", "hi"));

    loop.decide(paid(only(loop.turns()), BOOM, "0.0075"));

    assertUnreadable(only(loop.closed()));
    assertThat(loop.deadLetters()).hasSize(1);
  }

  /// Bytes that are no decision, one way or another.
  private static Stream<String> noDecisions() {
    return Stream.of(
        "",
        "null",
        "[]",
        "{broken",
        "{\"v\":1,\"agent\":\"test/ada\"}",
        "{\"v\":1,\"turn\":\"test/ada:m-1#1\",\"agent\":\"test/ada\",\"outcome\":{\"type\":\"dance\"}}",
        "{\"v\":1,\"turn\":\"test/ada:m-1#1\",\"agent\":\"test/ada\","
            + "\"outcome\":{\"type\":\"refused\",\"message\":\"no\"},\"costUsd\":1e99999999999}",
        "{\"v\":1,\"turn\":\"test/ada:m-1#1\",\"agent\":\"test/ada\","
            + "\"outcome\":{\"type\":\"refused\",\"message\":\"no\"},\"costUsd\":1e999999999}",
        "{\"v\":1,\"turn\":\"test/ada:m-1#1\",\"agent\":\"test/ada\","
            + "\"outcome\":{\"type\":\"refused\",\"message\":\"no\"},\"costUsd\":-5}");
  }

  @ParameterizedTest
  @MethodSource("noDecisions")
  void aDecisionThatCanNotBeReadAnswersItsTurnByItsHeader(String bytes) {
    loop.apply(priced("ada"));
    loop.trigger(trigger("ada", "m-1", "hi"));
    only(loop.turns());

    raw(loop.topics.decisions(), "test/ada", bytes, HeaderNames.TURN, "test/ada:m-1#1");

    assertUnreadable(only(loop.closed()));
    assertThat(new String(only(loop.deadLetters()).value(), UTF_8)).isEqualTo(bytes);
    loop.trigger(trigger("ada", "m-2", "hi"));
    assertThat(only(loop.turns()).turn().value()).isEqualTo("test/ada:m-2#1");
    assertChainHolds("ada");
  }

  @Test
  void aDecisionThatCanNotBeReadAndCameLateIsBookedOnce() {
    loop.apply(priced("ada"));
    loop.trigger(trigger("ada", "m-1", "hi"));
    loop.pass(Duration.ofMinutes(12));
    BigDecimal booked = only(loop.closed()).costUsd();
    int before = loop.entries().size();

    raw(loop.topics.decisions(), "test/ada", "?", HeaderNames.TURN, "test/ada:m-1#1");
    raw(loop.topics.decisions(), "test/ada", "?", HeaderNames.TURN, "test/ada:m-1#1");

    assertThat(booked).isPositive();
    assertThat(loop.entries()).hasSize(before + 2);
    assertThat(loop.events()).noneMatch(LoopEvent.Overrun.class::isInstance);
    assertChainHolds("ada");
  }

  /// Headers that name nobody who waits.
  private static Stream<Arguments> headersOfNobody() {
    return Stream.of(
        Arguments.of(null, null),
        Arguments.of(HeaderNames.TURN, ""),
        Arguments.of(HeaderNames.TURN, "test/ada"),
        Arguments.of(HeaderNames.TURN, "test/ada:m-1#1\n"),
        Arguments.of(HeaderNames.TURN, "x".repeat(5_000)),
        Arguments.of(HeaderNames.ACTION, "test/ada:m-1#1.1"));
  }

  @ParameterizedTest
  @MethodSource("headersOfNobody")
  void aDecisionThatSaysNothingOfItsTurnIsADeadLetterOnly(
      @Nullable String header, @Nullable String value) {
    loop.apply(priced("ada"));
    loop.trigger(trigger("ada", "m-1", "hi"));
    Turn turn = only(loop.turns());

    raw(loop.topics.decisions(), "test/ada", "{broken", header, value);

    assertThat(loop.deadLetters()).hasSize(1);
    assertThat(loop.closed()).isEmpty();
    loop.decide(Answers.text(turn, "hello"));
    assertThat(only(loop.closed()).outcome()).isEqualTo(RunOutcome.COMPLETED);
  }

  @Test
  void aResultOfAReadThatCanNotBeReadIsAFailureAndTheNextTurnSaysSo() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "look"));
    loop.decide(Answers.look(only(loop.turns()), "sky"));
    Action look = only(loop.actions());

    raw(loop.topics.results(), "test/ada", "{", HeaderNames.ACTION, look.action().value());

    assertThat(Json.text(only(loop.turns()).body()).replace("\\", ""))
        .contains("\"status\":\"failed\",\"error\":{\"code\":\"unreadable\"");
    assertThat(loop.deadLetters()).hasSize(1);
  }

  @Test
  void aResultOfAWriteThatCanNotBeReadIsUnknownAndTheWorldIsAsked() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "farm"));
    loop.decide(Answers.farm(only(loop.turns()), 1));
    Action farm = only(loop.actions());

    raw(loop.topics.results(), "test/ada", "{", HeaderNames.ACTION, farm.action().value());

    Action asked = only(loop.actions());
    assertThat(asked.mode()).isEqualTo(Action.Mode.RECONCILE);
    assertThat(asked.action()).isEqualTo(farm.action());
    assertThat(loop.turns()).isEmpty();
  }

  @Test
  void aDeadlineThatCanNotBeFoldedStopsNoOther() {
    with(
        new ThrowingDesk(At.EVERYTHING, new IllegalStateException("a bug")) {
          @Override
          boolean hits(Input input) {
            return input instanceof Input.DeadlinePassed;
          }

          @Override
          boolean hits(AgentState state) {
            return state.agent().equals(agent("ada"));
          }
        });
    for (String name : List.of("ada", "bob")) {
      loop.apply(config(name, name));
      loop.delete(agent(name));
    }
    loop.trigger(trigger("ada", "m-1", "hi"));
    loop.trigger(trigger("bob", "m-2", "hi"));

    loop.pass(Duration.ofSeconds(40));

    assertThat(loop.events())
        .contains(new LoopEvent.TriggerDropped("m-2", DropReason.NO_SUCH_AGENT))
        .doesNotContain(new LoopEvent.TriggerDropped("m-1", DropReason.NO_SUCH_AGENT));
  }

  @Test
  void aStoredStateThatCanNotBeReadCostsItsAgentAlone() {
    loop.apply(config("ada", "ada"));
    loop.apply(config("bob", "bob"));
    loop.driver.<byte[]>store(LoopTopology.AGENTS).put("s/test/eve", new byte[] {9});
    loop.driver.<byte[]>store(LoopTopology.AGENTS).put("s/test/zoe", new byte[] {1, 2});

    loop.trigger(trigger("eve", "m-1", "hi"));
    loop.trigger(trigger("zoe", "m-2", "hi"));
    loop.trigger(trigger("bob", "m-3", "hi"));

    assertThat(only(loop.turns()).agent()).isEqualTo(agent("bob"));
    assertThat(loop.deadLetters()).hasSize(2);
  }

  @Test
  void whatTheStoreThrowsIsNoFaultOfTheRecord() {
    loop.apply(config("ada", "ada"));
    loop.driver.<byte[]>store(LoopTopology.AGENTS).close();

    assertThatThrownBy(() -> loop.trigger(trigger("bob", "m-1", "hi")))
        .hasStackTraceContaining("InvalidStateStoreException");
    assertThatThrownBy(loop::close).isInstanceOf(InvalidStateStoreException.class);
    loop = new LoopDriver(dir.resolve("another"));
  }

  @Test
  void aDeadLetterIsNeverLargerThanItsTopicTakes() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("big", new byte[1_000_000]);
    loop.driver.sendRaw(
        loop.topics.triggers(), new byte[500_000], new byte[6_000_000], headers, Samples.START);

    TestRecord<byte[], byte[]> letter = only(loop.deadLetters());
    int bytes = letter.key().length;
    for (var header : letter.headers()) {
      bytes += header.key().length() + header.value().length + 8;
    }
    assertThat(bytes).isLessThan(Topic.OVERHEAD_BYTES);
    assertThat(letter.value()).hasSizeLessThanOrEqualTo(loop.topics.deadLetters().maxRecordBytes());
    assertThat(header(letter, "playloop.cut")).isNotEmpty();
  }

  private void assertUnreadable(LoopEvent.RunClosed closed) {
    assertThat(closed.outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(closed.summary()).startsWith("unreadable: ").contains("USD").contains("booked");
    assertThat(closed.costUsd()).isPositive();
    assertThat(closed.summary()).contains(closed.costUsd().toPlainString());
  }

  private void assertChainHolds(String name) {
    JournalVerifier.Report report =
        new JournalVerifier(new Refold(LoopDriver.desk()))
            .verify(
                agent(name),
                loop.journal().stream()
                    .filter(
                        entry -> JournalReader.read(entry).envelope().agent().equals(agent(name)))
                    .toList(),
                ChainHead.START,
                null);
    assertThat(report.findings()).isEmpty();
  }

  private void raw(
      Topic<?, ?> topic,
      String key,
      String value,
      @Nullable String header,
      @Nullable String headerValue) {
    Headers headers = new RecordHeaders();
    if (header != null && headerValue != null) {
      headers.add(header, headerValue.getBytes(UTF_8));
    }
    loop.driver.sendRaw(topic, key.getBytes(UTF_8), value.getBytes(UTF_8), headers, Samples.START);
  }

  private static Decision paid(Turn turn, String text, String usd) {
    Decision free = Answers.text(turn, text);
    return free.spent(free.usage(), new BigDecimal(usd));
  }

  /// An agent whose calls cost something.
  private static AgentConfig priced(String name) {
    AgentConfig free = config(name, name);
    Route.Candidate model = Samples.route().candidates().getFirst();
    Route.Candidate priced =
        Route.Candidate.of(model.baseUrl(), model.model())
            .provider(model.provider(), model.wire())
            .profile(model.profile())
            .keyRef(model.keyRef())
            .prices(new Route.Prices(new BigDecimal("1"), new BigDecimal("1"), new BigDecimal("2")))
            .tokens(model.contextTokens(), model.maxOutputTokens())
            .maxInFlight(model.maxInFlight())
            .timeout(model.timeout());
    return free.routes(Map.of("*", new Route("priced", List.of(priced))));
  }

  /// Throws where it is told to, for inputs that say [#BOOM].
  private static class ThrowingDesk extends TestDesk {
    private final At at;
    private final RuntimeException failure;
    private boolean hit;

    ThrowingDesk(At at, RuntimeException failure) {
      this.at = at;
      this.failure = failure;
    }

    boolean hits(Input input) {
      return switch (input) {
        case Input.TriggerArrived arrived -> BOOM.equals(arrived.trigger().text());
        case Input.DecisionMade made ->
            made.decision().outcome() instanceof Decision.Answered answered
                && answered.text().equals(BOOM);
        default -> false;
      };
    }

    boolean hits(AgentState state) {
      return state != null;
    }

    @Override
    protected Step fold(AgentState state, Input input) {
      hit = hits(input) && hits(state);
      if (hit && (at == At.FOLD || at == At.FOLD_AND_POISON || at == At.EVERYTHING)) {
        throw failure;
      }
      Step step = super.fold(state, input);
      return hit && at == At.STATE
          ? new Step(
              unwritable(step.state()),
              step.commands(),
              step.events(),
              step.appended(),
              step.transcriptCleared())
          : step;
    }

    /// A state whose JSON can't be written.
    private AgentState unwritable(AgentState s) {
      Object value =
          new Object() {
            @SuppressWarnings({"unused", "EffectivelyPrivate"}) // Jackson calls it
            public String getText() {
              throw failure;
            }
          };
      Trigger bad =
          Trigger.of("bad", s.agent(), "chat.message")
              .at(Samples.START)
              .data(Json.NODES.pojoNode(value));
      return new AgentState(
          s.v(),
          s.agent(),
          s.at(),
          s.config(),
          s.paused(),
          s.poisoned(),
          List.of(new AgentState.Waiting(bad, 1, null)),
          s.money(),
          s.memory(),
          s.call(),
          s.orphan(),
          s.run(),
          s.lastRun(),
          s.late(),
          s.wake(),
          s.halt());
    }

    @Override
    protected Step poisoned(AgentState state, Input input, String error) {
      if (hit && (at == At.FOLD_AND_POISON || at == At.EVERYTHING)) {
        throw failure;
      }
      hit = false;
      return super.poisoned(state, input, error);
    }

    @Override
    protected Rendered render(Step step, Transcript transcript, @Nullable View view) {
      if (hit && at == At.RENDER) {
        throw failure;
      }
      return super.render(step, transcript, view);
    }
  }
}
