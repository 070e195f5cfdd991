package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Telemetry;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.WorldActions.Safety;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import org.junit.jupiter.api.Test;

/// One span per action, by the GenAI conventions, without what the model or the world said.
class ToolSpansTest {
  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final Telemetry telemetry =
      Telemetry.of(
          OpenTelemetrySdk.builder()
              .setTracerProvider(
                  SdkTracerProvider.builder()
                      .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                      .build())
              .build());
  private final Bench bench = new Bench(Safety.TRANSACTIONAL, telemetry);

  @Test
  void actionIsAnExecuteToolSpanWithoutArgumentsOrOutput() throws Exception {
    bench.handle(Bench.strike(1));

    SpanData span = onlySpan();
    assertThat(span.getName()).isEqualTo("execute_tool strike");
    assertThat(span.getKind()).isEqualTo(SpanKind.INTERNAL);
    assertThat(span.getAttributes().get(AttributeKey.stringKey("gen_ai.operation.name")))
        .isEqualTo("execute_tool");
    assertThat(span.getAttributes().get(AttributeKey.stringKey("gen_ai.tool.name")))
        .isEqualTo("strike");
    assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(span.getAttributes().toString()).doesNotContain("landed").doesNotContain("force");
  }

  @Test
  void refusedActionIsAnErrorSpanWithItsCode() throws Exception {
    bench.handle(Bench.action(1, "strike", Json.NODES.objectNode()));

    assertThat(onlySpan().getAttributes().get(AttributeKey.stringKey("error.type")))
        .isEqualTo("invalid_arguments");
    assertThat(onlySpan().getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
  }

  private SpanData onlySpan() {
    List<SpanData> spans = exporter.getFinishedSpanItems();
    assertThat(spans).hasSize(1);
    return spans.getFirst();
  }
}
