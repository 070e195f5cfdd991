package dev.playloop.kit.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Letters;
import dev.playloop.kit.Messaging;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.WorkerLimits;
import dev.playloop.kit.topic.Clients;
import dev.playloop.kit.worker.Lab.Bench;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Spans, metrics, and the way of the trace context through a worker.
@NeedsInfra
final class TelemetryTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "00-" + TRACE + "-b7ad6b7169203331-01";

  private static Lab lab;
  private Bench bench;

  @BeforeAll
  static void startBroker(TestInfra infra) {
    lab = new Lab(infra);
  }

  @BeforeEach
  void prepare() throws InterruptedException {
    bench = lab.bench(1);
  }

  @AfterEach
  void tidy() throws Exception {
    bench.close();
  }

  @Test
  void aCallIsASpanOfTheSendersTraceAndItsOutputsCarryItOn() throws Exception {
    InMemorySpanExporter spans = InMemorySpanExporter.create();
    InMemoryMetricReader metrics = InMemoryMetricReader.create();
    OpenTelemetrySdk sdk =
        OpenTelemetrySdk.builder()
            .setTracerProvider(
                SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(metrics).build())
            .build();
    try (sdk) {
      Worker<String, String> worker =
          bench.worker(
              bench.settings("traced").withTelemetry(Telemetry.of(sdk)),
              (event, context) -> List.of(bench.emit(context.key(), event)));

      ConsumerRecord<byte[], byte[]> output = sendTraced();

      Await.until("ended", () -> !spans.getFinishedSpanItems().isEmpty());
      SpanData span = spans.getFinishedSpanItems().getFirst();
      assertThat(span.getName()).isEqualTo("process " + bench.in.name());
      assertThat(span.getKind()).isEqualTo(SpanKind.CONSUMER);
      assertThat(span.getTraceId()).isEqualTo(TRACE);
      assertThat(span.getParentSpanId()).isEqualTo("b7ad6b7169203331");
      assertThat(span.getInstrumentationScopeInfo().getSchemaUrl())
          .isEqualTo("https://opentelemetry.io/schemas/1.44.0");
      assertThat(span.getAttributes().get(Messaging.SYSTEM)).isEqualTo("kafka");
      assertThat(span.getAttributes().get(Messaging.DESTINATION)).isEqualTo(bench.in.name());
      assertThat(span.getAttributes().get(Messaging.OFFSET)).isZero();
      assertThat(span.getAttributes().get(Messaging.GROUP))
          .isEqualTo(bench.kafka.topics().prefix() + "traced");
      assertThat(Letters.get(output.headers(), "traceparent"))
          .isEqualTo("00-" + TRACE + "-" + span.getSpanId() + "-01");
      Await.until("counted", () -> worker.stats().handled() == 1);
      assertThat(metrics.collectAllMetrics())
          .extracting(metric -> metric.getName())
          .contains(
              "playloop.worker.handled", "messaging.process.duration", "playloop.worker.aborts");
    }
  }

  @Test
  void withTelemetryOffTheSendersContextIsHandedOn() throws Exception {
    bench.worker(
        bench.settings("untraced"), (event, context) -> List.of(bench.emit(context.key(), event)));

    ConsumerRecord<byte[], byte[]> output = sendTraced();

    assertThat(Letters.get(output.headers(), "traceparent")).isEqualTo(PARENT);
  }

  @Test
  void whatWaitsIsToldByWhatItWaitsFor() throws Exception {
    InMemoryMetricReader reader = InMemoryMetricReader.create();
    CountDownLatch end = new CountDownLatch(1);
    try (OpenTelemetrySdk sdk =
        OpenTelemetrySdk.builder()
            .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build())
            .build()) {
      bench.worker(
          bench
              .settings("waits")
              .withLimits(WorkerLimits.DEFAULT.withMaxInFlight(2))
              .withTelemetry(Telemetry.of(sdk)),
          (event, context) -> {
            end.await();
            return List.of();
          });
      bench.send("one", "runs");
      bench.send("one", "waits for that");
      Await.until("it is full", () -> waiting(reader, "order") > 0);
      bench.send("two", "waits for room");

      Await.until("both wait", () -> waiting(reader, "room") > 0 && waiting(reader, "order") > 0);
      assertThat(reader.collectAllMetrics())
          .filteredOn(metric -> metric.getName().equals("playloop.worker.in_flight_max"))
          .flatExtracting(metric -> metric.getLongSumData().getPoints())
          .extracting(LongPointData::getValue)
          .containsExactly(2L);
      end.countDown();
      Await.until("none waits", () -> waiting(reader, "room") + waiting(reader, "order") == 0);
    }
  }

  private static double waiting(InMemoryMetricReader reader, String what) {
    return reader.collectAllMetrics().stream()
        .filter(metric -> metric.getName().equals("playloop.worker.oldest_waiting"))
        .flatMap(metric -> metric.getDoubleGaugeData().getPoints().stream())
        .filter(point -> point.getAttributes().asMap().containsValue(what))
        .mapToDouble(DoublePointData::getValue)
        .findFirst()
        .orElse(-1);
  }

  @Test
  void prometheusCanReadTheWorkersNumbersOnLoopback() throws Exception {
    int port = freePort();
    Map<String, String> environment =
        Map.of(
            "OTEL_METRICS_EXPORTER",
            "prometheus",
            "OTEL_EXPORTER_PROMETHEUS_PORT",
            String.valueOf(port));
    try (Telemetry telemetry = Telemetry.fromEnvironment(environment, "test");
        var client = java.net.http.HttpClient.newHttpClient()) {
      Worker<String, String> worker =
          bench.worker(
              bench.settings("scraped").withTelemetry(telemetry),
              (event, context) -> List.of(bench.emit(context.key(), event)));
      sendTraced();
      Await.until("counted", () -> worker.stats().handled() == 1);

      String numbers =
          client
              .send(
                  java.net.http.HttpRequest.newBuilder(
                          java.net.URI.create("http://127.0.0.1:" + port + "/metrics"))
                      .build(),
                  java.net.http.HttpResponse.BodyHandlers.ofString())
              .body();

      assertThat(numbers.lines())
          .anyMatch(line ->
              line.startsWith("playloop_worker_handled") && line.stripTrailing().endsWith(" 1.0"));
    }
  }

  /// Below those that systems give to whoever asks for any: it is still free when it is bound.
  private static int freePort() throws IOException {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(10_000, 32_000);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Somebody's: the next.
      }
    }
  }

  private ConsumerRecord<byte[], byte[]> sendTraced() throws Exception {
    try (Producer<byte[], byte[]> producer = Clients.plain(bench.kafka, List.of(bench.in))) {
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(bench.in.name(), Bench.bytes("k"), Bench.bytes("x"));
      record.headers().add("traceparent", Bench.bytes(PARENT));
      producer.send(record).get();
    }
    return bench.read(bench.out, 1).getFirst();
  }

  @Test
  void isOffUnlessAnOtelVariableNamesAnExporter() {
    assertThat(Telemetry.fromEnvironment(Map.of(), "x").enabled()).isFalse();
    assertThat(Telemetry.fromEnvironment(Map.of("OTEL_SERVICE_NAME", "y"), "x").enabled())
        .isFalse();
    assertThat(
            Telemetry.fromEnvironment(
                    Map.of("OTEL_TRACES_EXPORTER", "otlp", "OTEL_SDK_DISABLED", "true"), "x")
                .enabled())
        .isFalse();
    try (Telemetry on =
        Telemetry.fromEnvironment(
            Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1"), "x")) {
      assertThat(on.enabled()).isTrue();
    }
  }
}
