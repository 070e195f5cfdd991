package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static dev.playloop.projector.shell.LoopTopologyTest.header;
import static dev.playloop.projector.shell.LoopTopologyTest.only;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.SampleDecisions;
import dev.playloop.fixtures.Samples;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.HeaderNames;
import dev.playloop.schemas.topic.Topic;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Answers that can't be read, or of which nothing can be folded: whoever waits is told.
class UnreadableAnswerTest extends RecordNetCase {
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
    loop.decide(SampleDecisions.text(turn, "hello"));
    assertThat(only(loop.closed()).outcome()).isEqualTo(RunOutcome.COMPLETED);
  }

  @Test
  void aResultOfAReadThatCanNotBeReadIsAFailureAndTheNextTurnSaysSo() {
    loop.apply(config("ada", "ada"));
    loop.trigger(trigger("ada", "m-1", "look"));
    loop.decide(SampleDecisions.look(only(loop.turns()), "sky"));
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
    loop.decide(SampleDecisions.farm(only(loop.turns()), 1));
    Action farm = only(loop.actions());

    raw(loop.topics.results(), "test/ada", "{", HeaderNames.ACTION, farm.action().value());

    Action asked = only(loop.actions());
    assertThat(asked.mode()).isEqualTo(Action.Mode.RECONCILE);
    assertThat(asked.action()).isEqualTo(farm.action());
    assertThat(loop.turns()).isEmpty();
  }

  private void assertUnreadable(LoopEvent.RunClosed closed) {
    assertThat(closed.outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(closed.summary()).startsWith("unreadable: ").contains("USD").contains("booked");
    assertThat(closed.costUsd()).isPositive();
    assertThat(closed.summary()).contains(closed.costUsd().toPlainString());
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
    Decision free = SampleDecisions.text(turn, text);
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
}
