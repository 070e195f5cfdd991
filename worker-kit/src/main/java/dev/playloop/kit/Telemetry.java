package dev.playloop.kit;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.context.propagation.TextMapSetter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/// OpenTelemetry of one process: configured by the standard `OTEL_*` variables, and off unless one
/// of them names an exporter or an endpoint. Trace context travels in Kafka headers (W3C
/// `traceparent`, `tracestate`), never in bodies. Safe for all threads.
public final class Telemetry implements AutoCloseable {
  private static final Telemetry OFF = new Telemetry(OpenTelemetry.noop(), null, false);
  private static final int MAX_TRACE_HEADER = 1_024;
  private static final TextMapPropagator W3C = W3CTraceContextPropagator.getInstance();
  private static final List<String> SWITCHES =
      List.of(
          "OTEL_TRACES_EXPORTER",
          "OTEL_METRICS_EXPORTER",
          "OTEL_EXPORTER_OTLP_ENDPOINT",
          "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
          "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT");

  private final OpenTelemetry api;
  private final @Nullable OpenTelemetrySdk sdk;
  private final boolean enabled;

  private Telemetry(OpenTelemetry api, @Nullable OpenTelemetrySdk sdk, boolean enabled) {
    this.api = api;
    this.sdk = sdk;
    this.enabled = enabled;
  }

  public static Telemetry off() {
    return OFF;
  }

  /// With a given OpenTelemetry, which stays the caller's to close.
  public static Telemetry of(OpenTelemetry api) {
    return new Telemetry(api, null, true);
  }

  /// As the `OTEL_*` variables of `environment` say. `serviceName` counts where `OTEL_SERVICE_NAME`
  /// is not set. Signals whose exporter is not named go nowhere.
  public static Telemetry fromEnvironment(Map<String, String> environment, String serviceName) {
    boolean configured =
        SWITCHES.stream().anyMatch(name -> !environment.getOrDefault(name, "").isBlank());
    if (!configured || Boolean.parseBoolean(environment.get("OTEL_SDK_DISABLED"))) {
      return OFF;
    }
    Map<String, String> properties = properties(environment, serviceName);
    OpenTelemetrySdk sdk =
        AutoConfiguredOpenTelemetrySdk.builder()
            .addPropertiesSupplier(() -> properties)
            .build()
            .getOpenTelemetrySdk();
    return new Telemetry(sdk, sdk, true);
  }

  /// What the SDK is configured by. A variable that is empty is one that is not set, as
  /// OpenTelemetry has it: compose can't leave one out.
  static Map<String, String> properties(Map<String, String> environment, String serviceName) {
    Map<String, String> properties = new HashMap<>();
    properties.put("otel.service.name", serviceName);
    properties.put("otel.traces.exporter", exporter(environment, "TRACES"));
    properties.put("otel.metrics.exporter", exporter(environment, "METRICS"));
    properties.put("otel.logs.exporter", "none");
    properties.put("otel.exporter.prometheus.host", "127.0.0.1"); // its own default is all of them
    environment.forEach((name, value) -> {
      if (name.startsWith("OTEL_") && !value.isBlank()) {
        properties.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value);
      }
    });
    return properties;
  }

  /// Of a signal for which none is named.
  private static String exporter(Map<String, String> environment, String signal) {
    return Stream.of("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_" + signal + "_ENDPOINT")
            .anyMatch(name -> !environment.getOrDefault(name, "").isBlank())
        ? "otlp"
        : "none";
  }

  public boolean enabled() {
    return enabled;
  }

  /// A tracer that carries the schema URL of the conventions it follows.
  public Tracer tracer(String scope, String schemaUrl) {
    return api.tracerBuilder(scope).setSchemaUrl(schemaUrl).build();
  }

  public Meter meter(String scope, String schemaUrl) {
    return api.meterBuilder(scope).setSchemaUrl(schemaUrl).build();
  }

  /// The context a record's sender was in; the root where its headers carry none.
  public Context extract(Headers headers) {
    return W3C.extract(Context.root(), headers, READ);
  }

  /// Writes `context` into a record's headers, in place of any that is there.
  public void inject(Context context, Headers headers) {
    W3C.inject(context, headers, WRITE);
  }

  /// Hands trace headers on unread, for when telemetry is off. None is longer than the W3C's own
  /// bounds in good faith, and a giant would make every answer too large for its topic.
  public static void passOn(Headers from, Headers to) {
    for (String name : W3C.fields()) {
      Header header = from.lastHeader(name);
      if (header != null && header.value() != null && header.value().length <= MAX_TRACE_HEADER) {
        to.add(header);
      }
    }
  }

  @Override
  public void close() {
    if (sdk != null) {
      sdk.close();
    }
  }

  private static final TextMapSetter<Headers> WRITE =
      (headers, name, value) -> {
        if (headers != null) {
          headers.remove(name).add(name, value.getBytes(StandardCharsets.UTF_8));
        }
      };

  private static final TextMapGetter<Headers> READ =
      (headers, name) -> {
        String text = headers == null ? null : Letters.get(headers, name);
        return text == null || text.length() > MAX_TRACE_HEADER ? null : text;
      };
}
