package dev.playloop.reasoner.route;

import dev.playloop.kit.Telemetry;
import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.reasoner.wire.LlmAnswer.Fault;
import dev.playloop.reasoner.wire.LlmAnswer.Meta;
import dev.playloop.reasoner.wire.LlmRequest;
import dev.playloop.reasoner.wire.ProviderProfile;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.Route.Candidate;
import dev.playloop.schemas.event.Route.Profile;
import dev.playloop.schemas.event.Turn;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongHistogram;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One `chat` span and its metrics for each candidate a turn is sent to, over all attempts there.
/// Never a prompt, an answer, a tool argument or a key; metrics carry no agent and no run. Nothing
/// is recorded where telemetry is off. Thread-safe.
public final class ChatTelemetry {
  private final Tracer tracer;
  private final DoubleHistogram duration;
  private final LongHistogram tokens;
  private final Clock clock;
  private final boolean enabled;

  public ChatTelemetry(Telemetry telemetry, Clock clock) {
    this.tracer = telemetry.tracer("dev.playloop.reasoner", GenAiNames.SCHEMA_URL);
    Meter meter = telemetry.meter("dev.playloop.reasoner", GenAiNames.SCHEMA_URL);
    this.duration =
        meter
            .histogramBuilder(GenAiNames.DURATION)
            .setUnit("s")
            .setDescription("GenAI operation duration.")
            .setExplicitBucketBoundariesAdvice(GenAiNames.DURATION_BUCKETS)
            .build();
    this.tokens =
        meter
            .histogramBuilder(GenAiNames.TOKENS)
            .ofLongs()
            .setUnit("{token}")
            .setDescription("Number of input and output tokens used.")
            .setExplicitBucketBoundariesAdvice(GenAiNames.TOKEN_BUCKETS)
            .build();
    this.clock = clock;
    this.enabled = telemetry.enabled();
  }

  /// For one turn at one candidate; nothing is recorded before its first attempt.
  Chat chat(Turn turn, Candidate candidate) {
    return new Chat(turn, candidate);
  }

  /// Used by one thread.
  final class Chat implements AutoCloseable {
    private final Turn turn;
    private final Candidate candidate;
    private final Instant start = clock.instant();
    private int attempts;
    private @Nullable LlmRequest request;
    private @Nullable LlmAnswer answer;

    private Chat(Turn turn, Candidate candidate) {
      this.turn = turn;
      this.candidate = candidate;
    }

    void attempt(LlmRequest sent, LlmAnswer came) {
      attempts++;
      request = sent;
      answer = came;
    }

    @Override
    public void close() {
      LlmRequest sent = request;
      LlmAnswer came = answer;
      if (!enabled || sent == null || came == null) {
        return;
      }
      Instant end = clock.instant();
      Span span =
          tracer
              .spanBuilder("chat " + candidate.model())
              .setSpanKind(SpanKind.CLIENT)
              .setStartTimestamp(start)
              .setAllAttributes(requestAttributes(sent))
              .startSpan();
      answered(span, came);
      span.end(end);
      measure(came, Duration.between(start, end));
    }

    private Attributes requestAttributes(LlmRequest sent) {
      return common()
          .put(GenAiNames.MAX_TOKENS, (long) candidate.maxOutputTokens())
          .put(GenAiNames.OUTPUT_TYPE, candidate.profile() == Profile.TEXT ? "json" : "text")
          .put(GenAiNames.CONVERSATION, turn.turn().run().value())
          .put(GenAiNames.AGENT, turn.agent().value())
          .put(GenAiNames.TURN, turn.turn().value())
          .put(GenAiNames.ATTEMPTS, (long) attempts)
          .put(GenAiNames.REQUEST_HASH, sent.hash())
          .build();
    }

    private AttributesBuilder common() {
      AttributesBuilder attributes =
          Attributes.builder()
              .put(GenAiNames.OPERATION, "chat")
              .put(GenAiNames.PROVIDER, ProviderProfile.of(candidate.provider()).telemetryName())
              .put(GenAiNames.REQUEST_MODEL, candidate.model());
      address(attributes, candidate.baseUrl());
      return attributes;
    }

    private void measure(LlmAnswer came, Duration took) {
      AttributesBuilder attributes = common();
      switch (came) {
        case LlmAnswer.Said said -> measure(said.usage(), said.meta(), attributes);
        case LlmAnswer.Declined declined -> measure(declined.usage(), declined.meta(), attributes);
        case Fault fault -> attributes.put(GenAiNames.ERROR_TYPE, errorType(fault));
      }
      duration.record(took.toNanos() / 1e9, attributes.build());
    }

    private void measure(@Nullable Usage usage, Meta meta, AttributesBuilder attributes) {
      if (meta.model() != null) {
        attributes.put(GenAiNames.RESPONSE_MODEL, meta.model());
      }
      if (usage != null) {
        Attributes base = attributes.build();
        tokens.record(usage.input(), base.toBuilder().put(GenAiNames.TOKEN_TYPE, "input").build());
        tokens.record(
            usage.output(), base.toBuilder().put(GenAiNames.TOKEN_TYPE, "output").build());
      }
    }
  }

  private static void answered(Span span, LlmAnswer answer) {
    switch (answer) {
      case LlmAnswer.Said said -> answered(span, said.meta(), said.usage());
      case LlmAnswer.Declined declined -> answered(span, declined.meta(), declined.usage());
      case Fault fault -> {
        span.setAttribute(GenAiNames.ERROR_TYPE, errorType(fault));
        span.setStatus(StatusCode.ERROR);
      }
    }
  }

  private static void answered(Span span, Meta meta, @Nullable Usage usage) {
    if (meta.id() != null) {
      span.setAttribute(GenAiNames.RESPONSE_ID, meta.id());
    }
    if (meta.model() != null) {
      span.setAttribute(GenAiNames.RESPONSE_MODEL, meta.model());
    }
    if (!meta.finishReasons().isEmpty()) {
      span.setAttribute(GenAiNames.FINISH_REASONS, meta.finishReasons());
    }
    if (usage != null) {
      span.setAttribute(GenAiNames.INPUT_TOKENS, usage.input());
      span.setAttribute(GenAiNames.CACHED_TOKENS, usage.cached());
      span.setAttribute(GenAiNames.OUTPUT_TOKENS, usage.output());
      span.setAttribute(GenAiNames.REASONING_TOKENS, usage.reasoning());
    }
  }

  private static void address(AttributesBuilder attributes, String baseUrl) {
    URI server = URI.create(baseUrl);
    int standard = "http".equals(server.getScheme()) ? 80 : 443;
    attributes
        .put(GenAiNames.SERVER_ADDRESS, server.getHost())
        .put(GenAiNames.SERVER_PORT, (long) (server.getPort() < 0 ? standard : server.getPort()));
  }

  /// An HTTP status as text where there is one, else the class of the failure.
  private static String errorType(Fault fault) {
    return fault.status() != null && fault.status() != 200
        ? fault.status().toString()
        : fault.failure().name().toLowerCase(Locale.ROOT);
  }
}
