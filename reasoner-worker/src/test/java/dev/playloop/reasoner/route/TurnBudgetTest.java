package dev.playloop.reasoner.route;

import static dev.playloop.reasoner.route.ScriptedLlm.fault;
import static dev.playloop.reasoner.route.ScriptedLlm.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Telemetry;
import dev.playloop.reasoner.image.Images;
import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.reasoner.wire.LlmRequest;
import dev.playloop.reasoner.wire.Prompts;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Route.Prices;
import dev.playloop.schemas.event.Turn;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// One USD per million tokens of input, ten of output, half for cached input.
final class TurnBudgetTest {
  private static final Prices PRICES =
      new Prices(new BigDecimal("1"), new BigDecimal("0.5"), new BigDecimal("10"));
  private static final Candidate PAID = Turns.candidate("paid", PRICES, 100);
  private static final Turn.Body PROMPT = Prompts.prompt("x");

  /// Every byte a token, and the whole output.
  private static final BigDecimal BOUND = usd(LlmRequest.of(PAID, PROMPT).body().length + 10 * 100);

  private final HandTime time = new HandTime();
  private final ScriptedLlm llm = new ScriptedLlm();
  private final Router router =
      new Router(llm, time, new ChatTelemetry(Telemetry.off(), time.clock()), Images.NONE);

  static Stream<Arguments> attempts() {
    Usage small = new Usage(100, 40, 10, 0);
    BigDecimal smallCost = usd(60 + 20 + 100);
    Usage huge = new Usage(100_000, 0, 100, 0);
    Usage absurd = new Usage(Long.MAX_VALUE, 0, Long.MAX_VALUE, 0);
    LlmAnswer known = said(small);
    LlmAnswer unknown = said((Usage) null);
    LlmAnswer doubt = fault(LlmFailure.OVERLOADED);
    LlmAnswer turnedAway = fault(LlmFailure.RATE_LIMIT);
    return Stream.of(
        Arguments.of(
            "usage known: its price", times(BOUND, 1), List.of(known), 1, "answered", smallCost),
        Arguments.of(
            "usage unknown: the bound", times(BOUND, 1), List.of(unknown), 1, "answered", BOUND),
        Arguments.of(
            "one cent of a cent short: no call",
            BOUND.subtract(new BigDecimal("0.0000001")),
            List.of(known),
            0,
            "PERMIT",
            BigDecimal.ZERO),
        Arguments.of(
            "a doubt keeps its bound",
            times(BOUND, 2),
            List.of(doubt, known),
            2,
            "answered",
            BOUND.add(smallCost)),
        Arguments.of(
            "a retry must fit beside the doubt",
            times(BOUND, 1),
            List.of(doubt, known),
            1,
            "PERMIT",
            BOUND),
        Arguments.of(
            "two doubts leave no third",
            times(BOUND, 2),
            List.of(doubt, doubt, known),
            2,
            "PERMIT",
            times(BOUND, 2)),
        Arguments.of(
            "what was turned away costs nothing",
            times(BOUND, 1),
            List.of(turnedAway, known),
            2,
            "answered",
            smallCost),
        Arguments.of(
            "beyond the bound is counted too",
            times(BOUND, 1),
            List.of(said(huge)),
            1,
            "answered",
            usd(100_000 + 1_000)),
        Arguments.of(
            "what no context can hold is clipped to the bound",
            times(BOUND, 1),
            List.of(said(absurd)),
            1,
            "answered",
            BOUND));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attempts")
  void eachAttemptDrawsItsBound(
      String name,
      BigDecimal permit,
      List<LlmAnswer> answers,
      int calls,
      String end,
      BigDecimal cost)
      throws InterruptedException {
    llm.will("paid", answers.toArray(LlmAnswer[]::new));

    Routed routed = router.route(Turns.turn(PROMPT, permit, PAID), Turns.MINE);

    assertThat(llm.requests).hasSize(calls);
    assertThat(routed.costUsd()).isEqualByComparingTo(cost);
    switch (routed.end()) {
      case Routed.Failed failed -> assertThat(failed.failure()).hasToString(end);
      case Routed.End other ->
          assertThat(other.getClass().getSimpleName()).isEqualToIgnoringCase(end);
    }
  }

  @Test
  void aCandidateThatIsTooDearGivesWayToACheaperOne() throws InterruptedException {
    llm.will("cheap", said());
    Candidate cheap = Turns.candidate("cheap", Prices.FREE, 100);

    Routed routed = router.route(Turns.turn(PROMPT, BigDecimal.ZERO, PAID, cheap), Turns.MINE);

    assertThat(llm.models()).containsExactly("cheap");
    assertThat(routed.costUsd()).isZero();
  }

  @Test
  void theRefusalNamesBothSums() throws InterruptedException {
    Routed routed = router.route(Turns.turn(PROMPT, new BigDecimal("0.0001"), PAID), Turns.MINE);

    assertThat(((Routed.Failed) routed.end()).message())
        .contains("0.0001", BOUND.stripTrailingZeros().toPlainString());
  }

  @Test
  void threeAnswersWithUsageNarrowTheBound() throws InterruptedException {
    int bytes = LlmRequest.of(PAID, PROMPT).body().length;
    llm.will("paid", said(new Usage(bytes / 4, 0, 1, 0)));
    BigDecimal narrow = usd(bytes / 3 + 10 * 100);

    for (int i = 0; i < 3; i++) {
      assertThat(router.route(Turns.turn(PROMPT, narrow, PAID), Turns.MINE).attempts()).isZero();
      router.route(Turns.turn(PROMPT, BOUND, PAID), Turns.MINE);
    }

    assertThat(router.route(Turns.turn(PROMPT, narrow, PAID), Turns.MINE).attempts()).isEqualTo(1);
  }

  @Test
  void theCalibratedBoundIsTheWorstAnswerLessAFifth() {
    Calibration calibration = new Calibration();
    LlmRequest request = LlmRequest.of(PAID, PROMPT);
    int bytes = request.body().length;

    for (int divisor : List.of(4, 2, 5)) {
      calibration.observe(request, bytes / divisor);
    }

    assertThat(calibration.atMost(request)).isBetween((long) (bytes / 1.62), (long) (bytes / 1.58));
  }

  @Test
  void noCalibrationAllowsMoreThanAByteAToken() {
    Calibration calibration = new Calibration();
    LlmRequest request = LlmRequest.of(PAID, PROMPT);

    for (int i = 0; i < 5; i++) {
      calibration.observe(request, 10L * request.body().length);
    }

    assertThat(calibration.atMost(request)).isEqualTo(request.body().length);
  }

  @Test
  void imagesAreCountedBesideTheBytes() {
    Calibration calibration = new Calibration();
    LlmRequest request =
        LlmRequest.of(
            Prompts.seeing(PAID),
            Prompts.shown(),
            Map.of(Prompts.SCREEN.sha256(), "data:image/png;base64," + "A".repeat(90_000)));

    assertThat(request.images()).isEqualTo(1);
    assertThat(calibration.atMost(request)).isBetween(4_000L, 5_000L);
  }

  /// Micro-dollars as USD.
  private static BigDecimal usd(long micros) {
    return BigDecimal.valueOf(micros, 6);
  }

  private static BigDecimal times(BigDecimal bound, int n) {
    return bound.multiply(BigDecimal.valueOf(n));
  }
}
