package dev.playloop.reasoner.route;

import static dev.playloop.reasoner.route.ScriptedLlm.fault;
import static dev.playloop.reasoner.route.ScriptedLlm.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Telemetry;
import dev.playloop.reasoner.image.Images;
import dev.playloop.reasoner.wire.LlmAnswer;
import dev.playloop.reasoner.wire.Prompts;
import dev.playloop.schemas.event.Decision.Usage;
import dev.playloop.schemas.event.LlmFailure;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ChatTelemetryTest {
  @RegisterExtension static final OpenTelemetryExtension OTEL = OpenTelemetryExtension.create();

  private final HandTime time = new HandTime();

  @Test
  void anAnswerLeavesOneSpanWithTheNamesOfTheConventions() throws InterruptedException {
    route(Telemetry.of(OTEL.getOpenTelemetry()), fault(LlmFailure.OVERLOADED), said());

    SpanData span = OTEL.getSpans().getFirst();
    assertThat(OTEL.getSpans()).hasSize(1);
    assertThat(span.getName()).isEqualTo("chat m-7");
    assertThat(span.getKind()).isEqualTo(SpanKind.CLIENT);
    assertThat(span.getInstrumentationScopeInfo().getSchemaUrl())
        .isEqualTo("https://opentelemetry.io/schemas/1.41.1");
    Map<String, Object> attributes = new TreeMap<>();
    span.getAttributes().forEach((key, value) -> attributes.put(key.getKey(), value));
    assertThat(attributes.remove("playloop.request.sha256")).asString().hasSize(64);
    assertThat(attributes)
        .isEqualTo(
            Map.ofEntries(
                Map.entry("gen_ai.operation.name", "chat"),
                Map.entry("gen_ai.provider.name", "local"),
                Map.entry("gen_ai.request.model", "m-7"),
                Map.entry("gen_ai.request.max_tokens", 100L),
                Map.entry("gen_ai.output.type", "text"),
                Map.entry("gen_ai.conversation.id", "society/ada:t-1"),
                Map.entry("gen_ai.agent.id", "society/ada"),
                Map.entry("gen_ai.response.model", "m"),
                Map.entry("gen_ai.response.finish_reasons", List.of("stop")),
                Map.entry("gen_ai.usage.input_tokens", 100L),
                Map.entry("gen_ai.usage.cache_read.input_tokens", 0L),
                Map.entry("gen_ai.usage.output_tokens", 10L),
                Map.entry("gen_ai.usage.reasoning.output_tokens", 0L),
                Map.entry("server.address", "h"),
                Map.entry("server.port", 80L),
                Map.entry("playloop.turn", "society/ada:t-1#1"),
                Map.entry("playloop.attempts", 2L)));
    assertThat(attributes.toString()).doesNotContain("the secret prompt");
  }

  @Test
  void metricsHaveTheGivenBucketsAndNoAgent() throws InterruptedException {
    route(Telemetry.of(OTEL.getOpenTelemetry()), said());

    MetricData duration = metric("gen_ai.client.operation.duration");
    HistogramPointData point = duration.getHistogramData().getPoints().iterator().next();
    assertThat(duration.getUnit()).isEqualTo("s");
    assertThat(point.getBoundaries())
        .containsExactly(
            0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92);
    MetricData tokens = metric("gen_ai.client.token.usage");
    assertThat(tokens.getHistogramData().getPoints()).hasSize(2);
    assertThat(tokens.getHistogramData().getPoints().iterator().next().getBoundaries())
        .startsWith(1.0, 4.0, 16.0)
        .endsWith(67108864.0)
        .hasSize(14);
    assertThat(List.of(duration.toString(), tokens.toString()))
        .noneMatch(text -> text.contains("society/ada"));
  }

  @Test
  void aFailureIsNamedAndUnknownUsageIsLeftOut() throws InterruptedException {
    route(Telemetry.of(OTEL.getOpenTelemetry()), fault(LlmFailure.AUTH));
    route(Telemetry.of(OTEL.getOpenTelemetry()), said((Usage) null));

    SpanData failed = OTEL.getSpans().getFirst();
    assertThat(failed.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(failed.getAttributes().get(GenAiNames.ERROR_TYPE)).isEqualTo("400");
    assertThat(OTEL.getSpans().get(1).getAttributes().get(GenAiNames.INPUT_TOKENS)).isNull();
    assertThat(OTEL.getMetrics()).noneMatch(m -> m.getName().equals("gen_ai.client.token.usage"));
  }

  @Test
  void nothingIsRecordedWhereTelemetryIsOff() throws InterruptedException {
    route(Telemetry.off(), said());

    assertThat(OTEL.getSpans()).isEmpty();
    assertThat(OTEL.getMetrics()).isEmpty();
  }

  private void route(Telemetry telemetry, LlmAnswer... answers) throws InterruptedException {
    ScriptedLlm llm = new ScriptedLlm().will("m-7", answers);
    new Router(llm, time, new ChatTelemetry(telemetry, time.clock()), Images.NONE)
        .route(
            Turns.turn(Prompts.prompt("the secret prompt"), BigDecimal.ONE, Turns.candidate("m-7")),
            Turns.MINE);
  }

  private static MetricData metric(String name) {
    return OTEL.getMetrics().stream()
        .filter(m -> m.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
