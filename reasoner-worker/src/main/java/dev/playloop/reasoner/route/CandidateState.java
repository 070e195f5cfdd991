package dev.playloop.reasoner.route;

import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/// What all turns of a process know of one candidate: whether it is worth a call (breaker), when it
/// wants to be called again, how many calls are in flight, how it counts tokens. Thread-safe.
final class CandidateState {
  /// The breaker opens when half of the newest 20 calls (at least 10) failed, and lets three calls
  /// through after this long.
  static final Duration OPEN = Duration.ofSeconds(10);

  private static final int WINDOW = 20;
  private static final int AT_LEAST = 10;
  private static final int PROBES = 3;

  private final CircuitBreaker breaker;
  private final InFlightLimit limit;
  private final Calibration calibration = new Calibration();
  private Instant restUntil = Instant.EPOCH;

  CandidateState(String key, int maxInFlight, Clock clock) {
    this.limit = new InFlightLimit(maxInFlight);
    this.breaker =
        CircuitBreaker.of(
            key,
            CircuitBreakerConfig.custom()
                .clock(clock)
                .slidingWindowSize(WINDOW)
                .minimumNumberOfCalls(AT_LEAST)
                .failureRateThreshold(50)
                .waitDurationInOpenState(OPEN)
                .permittedNumberOfCallsInHalfOpenState(PROBES)
                .recordResult(CandidateState::isOutage)
                .build());
  }

  CircuitBreaker breaker() {
    return breaker;
  }

  InFlightLimit limit() {
    return limit;
  }

  Calibration calibration() {
    return calibration;
  }

  /// The provider said when to come back; no turn of this process calls it before.
  synchronized void restUntil(Instant until) {
    restUntil = until.isAfter(restUntil) ? until : restUntil;
  }

  synchronized Instant restUntil() {
    return restUntil;
  }

  /// Failures that say the candidate is in trouble; not those that say the request or the key is,
  /// and not a rate limit, for which the candidate rests.
  private static boolean isOutage(Object answer) {
    return answer instanceof Fault fault
        && switch (fault.failure()) {
          case OVERLOADED, TIMEOUT, CONNECTION_LOST, INVALID_BODY, ERROR_IN_200 -> true;
          case RATE_LIMIT,
              CONTEXT_OVERFLOW,
              AUTH,
              QUOTA,
              BAD_REQUEST,
              PERMIT,
              NO_ROUTE,
              UNREADABLE ->
              false;
        };
  }

  /// Tells the breaker how a call ended that it had permitted.
  void record(LlmAnswer answer, Duration took) {
    breaker.onResult(took.toNanos(), TimeUnit.NANOSECONDS, answer);
  }
}
