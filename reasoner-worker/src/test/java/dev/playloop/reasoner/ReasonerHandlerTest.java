package dev.playloop.reasoner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.kit.Context;
import dev.playloop.kit.Emit;
import dev.playloop.kit.FencedException;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.Unhandled;
import dev.playloop.reasoner.route.ChatTelemetry;
import dev.playloop.reasoner.route.Router;
import dev.playloop.reasoner.route.Time;
import dev.playloop.reasoner.route.Turns;
import dev.playloop.reasoner.wire.Images;
import dev.playloop.reasoner.wire.Llm;
import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.reasoner.wire.LlmAnswer.Meta;
import dev.playloop.reasoner.wire.LlmAnswer.RawCall;
import dev.playloop.reasoner.wire.LlmAnswer.Said;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Decision.Answered;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.Halt;
import dev.playloop.schemas.event.Halts;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Route.Prices;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.HaltScope;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.json.RawJson;
import dev.playloop.schemas.tool.Bounds;
import dev.playloop.schemas.tool.Describe;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolCatalogue;
import dev.playloop.schemas.tool.ToolDeclaration;
import dev.playloop.schemas.tool.Traits;
import dev.playloop.schemas.topic.HeaderNames;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Perspective;
import dev.playloop.worlds.model.World;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReasonerHandlerTest {
  private Halts halts = Halts.NONE;
  private static final Topics TOPICS = new Topics("t.", 1);
  private static final Prices PRICES = new Prices(BigDecimal.ONE, BigDecimal.ONE, BigDecimal.ONE);
  private static final int MAX = TOPICS.decisions().maxRecordBytes();

  private final Time time = Time.system();

  sealed interface TownTool extends Tool {
    @Describe("Buy an item.")
    @Traits(effect = Effect.WRITE)
    record BuyItem(String item, @Bounds(min = 1, max = 100) int quantity) implements TownTool {}

    @Describe("Work.")
    @Traits(effect = Effect.WRITE)
    record DoWork(String jobType) implements TownTool {}
  }

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

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          buy_item | {"item":"food","quantity":10}       | valid     | ``  | ``
          buy_item | {"item":"food","quantity":-10}      | quantity  | 1 to 100 | ``
          buy_item | {"item":"food","quantity":"10"}     | quantity  | whole number | ``
          buy_item | {"item":"food"}                     | quantity  | whole number | ``
          buy_item | {"item":"food","quantity":1,"x":2}  | x         | parameters | ``
          buy_item | {"item":"food","quantitiy":1}       | quantitiy | parameters | quantity
          buy_item | {"item": "fo                        | arguments | JSON object | ``
          buy_item | [1]                                 | arguments | JSON object | ``
          buy_itm  | {}                                  | tool      | tools you were given | buy_item
          fly      | {}                                  | tool      | tools you were given | ``
          finish   | {"summary":"done"}                  | valid     | ``  | ``
          observe  | ``                                  | valid     | ``  | ``
          """)
  void callsAreCheckedByTheToolsSchemas(
      String tool, String arguments, String field, String expected, String nearest)
      throws InterruptedException {
    Answered answered =
        (Answered) decide(said("", List.of(new RawCall("c", tool, arguments)))).outcome();

    ToolCall call = answered.toolCalls().getFirst();
    assertThat(call.arguments()).isEqualTo(arguments);
    if (field.equals("valid")) {
      assertThat(call.check()).isInstanceOf(ToolCall.Valid.class);
    } else {
      ToolCall.Invalid invalid = (ToolCall.Invalid) call.check();
      assertThat(invalid.field()).isEqualTo(field);
      assertThat(invalid.expected()).contains(expected);
      assertThat(invalid.nearest()).isEqualTo(nearest.isEmpty() ? null : nearest);
    }
  }

  @Test
  void aToolThatIsNotOfferedIsNeverSuggested() throws InterruptedException {
    Answered answered =
        (Answered) decide(said("", List.of(new RawCall("c", "do_wrk", "{}")))).outcome();

    assertThat(((ToolCall.Invalid) answered.toolCalls().getFirst().check()).nearest()).isNull();
  }

  @Test
  void fiftyParallelCallsArePassedOn() throws InterruptedException {
    List<RawCall> calls =
        IntStream.range(0, 50)
            .mapToObj(i -> new RawCall("c" + i, "buy_item", "{\"item\":\"food\",\"quantity\":1}"))
            .toList();

    assertThat(((Answered) decide(said("", calls)).outcome()).toolCalls()).hasSize(50);
  }

  @ParameterizedTest
  @CsvSource({"300000, x", "120000, é", "60000, \"", "250000, 👋"})
  void aTextThatIsTooLongIsCutWithANote(int times, String unit) throws InterruptedException {
    Decision decision = decide(said(unit.repeat(times), List.of()));

    Answered answered = (Answered) decision.outcome();
    assertThat(Json.bytes(decision).length).isLessThanOrEqualTo(MAX);
    assertThat(answered.text()).startsWith(unit + unit).endsWith(Decisions.CUT);
    assertThat(decision.candidate()).as("a cut message is not echoed").isNull();
    assertThat(Json.read(Json.bytes(decision), Decision.class)).isEqualTo(decision);
  }

  @Test
  void aLongTextBesideCallsIsCutAndTheCallsStay() throws InterruptedException {
    RawCall call = new RawCall("c", "buy_item", "{\"item\":\"food\",\"quantity\":1}");

    Answered answered = (Answered) decide(said("x".repeat(400_000), List.of(call))).outcome();

    assertThat(answered.toolCalls()).hasSize(1);
    assertThat(answered.text()).endsWith(Decisions.CUT);
  }

  @Test
  void callsThatAreTooLongFailTheTurn() throws InterruptedException {
    RawCall call =
        new RawCall("c", "buy_item", "{\"item\":\"" + "x".repeat(200_000) + "\",\"quantity\":1}");

    Decision decision = decide(said("", List.of(call)));

    assertThat(((Decision.Failed) decision.outcome()).failure()).isEqualTo(LlmFailure.INVALID_BODY);
    assertThat(decision.usage()).as("what it cost stays known").isNotNull();
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

  private Decision decide(LlmAnswer answer) throws InterruptedException {
    return (Decision)
        Objects.requireNonNull(
            handler(request -> answer).handle(turn(), new NoContext()).getFirst().value());
  }

  private ReasonerHandler handler(Llm llm) {
    return new ReasonerHandler(
        new Router(llm, time, new ChatTelemetry(Telemetry.off(), time.clock()), Images.NONE),
        new ToolCalls(List.of(new Town())),
        TOPICS.decisions(),
        time.clock(),
        () -> halts);
  }

  private static Said said(String text, List<RawCall> calls) {
    return new Said(
        Json.NODES.objectNode().put("role", "assistant").put("content", text).toString(),
        text,
        calls,
        new Usage(10, 0, 5, 0),
        new Meta("id", "m-1", List.of("stop")));
  }

  /// Offers buy_item, finish and observe; not do_work.
  private static Turn turn() {
    List<ToolDeclaration> tools =
        List.of(
            new ToolDeclaration("buy_item", "d", new RawJson("{}")),
            new ToolDeclaration("finish", "d", new RawJson("{}")),
            new ToolDeclaration("observe", "d", new RawJson("{}")));
    return Turns.turn(
        new Turn.Body(tools, List.of(Message.User.text("x"))),
        BigDecimal.ONE,
        Instant.MAX,
        0,
        Turns.candidate("a", PRICES, 100));
  }

  private static final class Town implements World {
    @Override
    public String name() {
      return "society";
    }

    @Override
    public ToolCatalogue tools() {
      return ToolCatalogue.ofSealed(TownTool.class);
    }

    @Override
    public Perspective perspective() {
      throw new AssertionError("the reasoner looks at no world");
    }
  }

  private record NoContext(boolean owned) implements Context<AgentId> {
    NoContext() {
      this(true);
    }

    @Override
    public AgentId key() {
      return new AgentId("society/ada");
    }

    @Override
    public String topic() {
      return "t.turns";
    }

    @Override
    public int partition() {
      return 0;
    }

    @Override
    public long offset() {
      return 0;
    }

    @Override
    public Headers headers() {
      return new RecordHeaders();
    }

    @Override
    public void commitNow(List<Emit<?, ?>> outputs) {
      throw new AssertionError("nothing to commit before the end");
    }

    @Override
    public void confirmOwned() {
      if (!owned) {
        throw new FencedException("taken over", new IllegalStateException());
      }
    }
  }
}
