package dev.playloop.reasoner.route;

import dev.playloop.kit.Unhandled;
import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.reasoner.wire.LlmAnswer.Billing;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.reasoner.wire.LlmRequest;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.LlmFailure;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Turn;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One turn at one candidate: up to three attempts. Waits of up to five seconds are done in place,
/// a longer one ends the trial with [Routed.Later]. Used by one thread.
final class CandidateCall {
  private static final Logger LOG = LoggerFactory.getLogger(CandidateCall.class);
  static final int ATTEMPTS = 3;
  static final Duration IN_PLACE = Duration.ofSeconds(5);

  private static final Duration WHILE_HALTED = Duration.ofSeconds(1);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration AFTER_RATE_LIMITS = Duration.ofSeconds(10);

  private final TurnCall call;
  private final Line line;
  private final Candidate candidate;
  private final CandidateState state;
  private LlmRequest request;
  private boolean trimmed;
  private Instant notBefore = Instant.EPOCH;
  private @Nullable Fault last;

  CandidateCall(TurnCall call, Line line, Candidate candidate, CandidateState state) {
    this.call = call;
    this.line = line;
    this.candidate = candidate;
    this.state = state;
    this.request = LlmRequest.of(candidate, call.turn().body(), call.images());
  }

  Routed.End run() throws InterruptedException {
    if (state.calibration().about(request) + candidate.maxOutputTokens()
        > candidate.contextTokens()) {
      // Some servers cut a prompt that is too long without a word; better to choose what goes.
      trim();
    }
    try (ChatTelemetry.Chat chat = line.telemetry().chat(call.turn(), candidate)) {
      for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        Routed.End ended = attempt(chat);
        if (ended != null) {
          return ended;
        }
        Fault fault = java.util.Objects.requireNonNull(last);
        if (fault.failure() == LlmFailure.CONTEXT_OVERFLOW) {
          if (!trim()) {
            return failed(fault);
          }
        } else if (!fault.retriable()) {
          return failed(fault);
        } else {
          later(fault, attempt);
        }
      }
    }
    Fault fault = java.util.Objects.requireNonNull(last);
    return fault.failure() == LlmFailure.RATE_LIMIT
        ? new Routed.Later(max(notBefore, now().plus(AFTER_RATE_LIMITS)), fault.message())
        : failed(fault);
  }

  /// One attempt, with what must be had before it: time, the breaker's leave, a place, the claim to
  /// the turn, money. Null when it was made and failed; the failure is then in `last`.
  private Routed.@Nullable End attempt(ChatTelemetry.Chat chat) throws InterruptedException {
    Routed.End waiting = awaitTurn();
    if (waiting != null) {
      return waiting;
    }
    if (!state.breaker().tryAcquirePermission()) {
      return new Routed.Later(
          now().plus(CandidateState.OPEN), candidate.key() + " keeps failing and rests");
    }
    boolean recorded = false;
    try {
      if (!state.limit().acquire(candidate.maxInFlight(), IN_PLACE)) {
        return new Routed.Later(
            now().plus(IN_PLACE),
            candidate.key() + " has " + candidate.maxInFlight() + " calls in flight");
      }
      try {
        call.claim().confirm();
        String heldBack = call.claim().heldBack();
        if (heldBack != null) {
          return new Routed.Later(now().plus(WHILE_HALTED), heldBack);
        }
        BigDecimal bound = bound();
        if (call.tooLate(now())) {
          return tooLate();
        }
        if (!call.budget().draw(bound)) {
          return failed(noMoney(bound));
        }
        try {
          LlmAnswer answer = send(chat);
          recorded = true;
          return settle(answer, bound);
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
          return broken(e);
        }
      } finally {
        state.limit().release();
      }
    } finally {
      if (!recorded) {
        state.breaker().releasePermission();
      }
    }
  }

  /// A bug at or behind a call, at a reply that nobody imagined, must not have it paid twice: the
  /// attempt has failed for good, at the bound it had drawn.
  private Routed.End broken(Throwable bug) {
    LOG.atError()
        .addKeyValue("turn", call.turn().turn())
        .addKeyValue("candidate", candidate.key())
        .setCause(bug)
        .log("a paid call ended in a bug");
    return failed(
        Fault.of(LlmFailure.INVALID_BODY, "bug: " + Unhandled.text(bug), Billing.IN_DOUBT));
  }

  private LlmAnswer send(ChatTelemetry.Chat chat) throws InterruptedException {
    call.began(request.hash());
    Instant start = now();
    LlmAnswer answer = line.llm().call(request);
    state.record(answer, Duration.between(start, now()));
    chat.attempt(request, answer);
    return answer;
  }

  private Routed.@Nullable End settle(LlmAnswer answer, BigDecimal bound) {
    return switch (answer) {
      case LlmAnswer.Said said -> {
        Usage possible = possible(said.usage());
        settle(possible, bound);
        yield new Routed.Answered(
            possible == null || possible.equals(said.usage())
                ? said
                : said.with(possible, clipped(said.usage())));
      }
      case LlmAnswer.Declined declined -> {
        Usage possible = possible(declined.usage());
        settle(possible, bound);
        yield new Routed.Declined(
            possible == null || possible.equals(declined.usage())
                ? declined
                : declined.with(possible, clipped(declined.usage())));
      }
      case Fault fault -> {
        if (fault.billing() == Billing.NONE) {
          call.budget().settle(bound, BigDecimal.ZERO);
        } else {
          settle(possible(fault.usage()), bound);
        }
        last = fault;
        yield null;
      }
    };
  }

  /// What can have been used at most: no provider fills more than its context, whatever it says.
  private @Nullable Usage possible(@Nullable Usage told) {
    if (told == null) {
      return null;
    }
    long most = candidate.contextTokens();
    long input =
        told.input() <= most ? told.input() : Math.min(most, state.calibration().atMost(request));
    long output = told.output() <= most ? told.output() : candidate.maxOutputTokens();
    return new Usage(
        input, Math.min(told.cached(), input), output, Math.min(told.reasoning(), output));
  }

  private static String clipped(@Nullable Usage told) {
    return "the reported usage can't be true, and was clipped: " + told;
  }

  private void settle(@Nullable Usage usage, BigDecimal bound) {
    if (usage != null) {
      call.budget().settle(bound, TurnBudget.price(usage, candidate.prices()));
      state.calibration().observe(request, usage.input());
    }
  }

  /// Waits until this candidate may be called; what is too long to wait for ends the trial.
  private Routed.@Nullable End awaitTurn() throws InterruptedException {
    Instant until = max(notBefore, state.restUntil());
    Duration wait = Duration.between(now(), until);
    if (wait.compareTo(IN_PLACE) > 0) {
      return new Routed.Later(
          until, last == null ? candidate.key() + " asked to wait" : last.message());
    }
    if (until.isAfter(call.turn().notAfter())) {
      return tooLate();
    }
    if (wait.isPositive()) {
      line.time().pause(wait);
    }
    return call.tooLate(now()) ? tooLate() : null;
  }

  private void later(Fault fault, int attempt) {
    Instant pause = now().plus(FIRST_PAUSE.multipliedBy(1L << (attempt - 1)));
    Instant told = fault.retryAt();
    if (told != null) {
      state.restUntil(told);
    }
    notBefore = told == null ? pause : max(told, pause);
  }

  private boolean trim() {
    Turn.Body smaller = trimmed ? null : Trim.half(request.prompt());
    if (smaller == null) {
      return false;
    }
    trimmed = true;
    request = LlmRequest.of(candidate, smaller, call.images());
    return true;
  }

  private BigDecimal bound() {
    return TurnBudget.bound(
        state.calibration().atMost(request), candidate.maxOutputTokens(), candidate.prices());
  }

  private Fault noMoney(BigDecimal bound) {
    return Fault.notSent(
        LlmFailure.PERMIT,
        "a call of "
            + candidate.model()
            + " may cost up to "
            + bound.stripTrailingZeros().toPlainString()
            + " USD, more than what is left of the turn's "
            + call.turn().permitUsd().toPlainString());
  }

  private Routed.End tooLate() {
    return last == null ? new Routed.Expired() : failed(last);
  }

  private static Routed.Failed failed(Fault fault) {
    return new Routed.Failed(fault.failure(), fault.message());
  }

  private Instant now() {
    return line.time().clock().instant();
  }

  private static Instant max(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
