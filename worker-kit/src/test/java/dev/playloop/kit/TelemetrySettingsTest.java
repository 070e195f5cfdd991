package dev.playloop.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// What the variables of a process come to.
final class TelemetrySettingsTest {
  private static final String TRACES = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";

  @Test
  void whatIsEmptyIsNotSet() {
    Map<String, String> empty = Map.of("OTEL_METRICS_EXPORTER", "prometheus", TRACES, "");

    assertThat(Telemetry.properties(empty, "role"))
        .containsEntry("otel.metrics.exporter", "prometheus")
        .containsEntry("otel.traces.exporter", "none")
        .doesNotContainKey("otel.exporter.otlp.traces.endpoint");
  }

  @Test
  void anEndpointOfTracesExportsTracesAndNothingElse() {
    assertThat(Telemetry.properties(Map.of(TRACES, "http://jaeger:4317"), "role"))
        .containsEntry("otel.traces.exporter", "otlp")
        .containsEntry("otel.exporter.otlp.traces.endpoint", "http://jaeger:4317")
        .containsEntry("otel.metrics.exporter", "none");
  }

  @Test
  void anEndpointOfAllIsEverySignals() {
    assertThat(
            Telemetry.properties(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://all:4317"), "role"))
        .containsEntry("otel.traces.exporter", "otlp")
        .containsEntry("otel.metrics.exporter", "otlp")
        .containsEntry("otel.service.name", "role");
  }
}
