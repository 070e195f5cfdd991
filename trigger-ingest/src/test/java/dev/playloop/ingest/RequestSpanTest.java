package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.ingest.control.ControlDesk;
import dev.playloop.ingest.control.ControlReads;
import dev.playloop.ingest.control.OpenApprovals;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.access.PrincipalTable;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.topic.Topics;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RequestSpanTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

  private static final Clock CLOCK = Clock.systemUTC();
  private static final Topics TOPICS = new Topics("", 4);
  private static final KafkaSettings NOWHERE = KafkaSettings.of("127.0.0.1:1", TOPICS);
  private static final IngestSettings SETTINGS = IngestSettings.local();

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final MockProducer<byte[], byte[]> kafka =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

  @Test
  void theRequestsSpanStandsBetweenTheCallersAndTheRecords() throws Exception {
    try (OpenTelemetrySdk sdk =
            OpenTelemetrySdk.builder()
                .setTracerProvider(
                    SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(spans))
                        .build())
                .build();
        PrincipalTable principals =
            PrincipalTable.start(NOWHERE, IngestRole.of(SETTINGS, List.of()).given(), CLOCK);
        OpenApprovals approvals = OpenApprovals.start(NOWHERE);
        HttpGateway gateway = gateway(principals, approvals, Telemetry.of(sdk))) {
      gateway.start();
      try (Http http = new Http(gateway.address())) {
        http.post(
            Http.STRUCTURED,
            Http.chat("m-1", "society/ada"),
            "traceparent",
            "00-" + TRACE + "-b7ad6b7169203331-01");
      }

      SpanData span = spans.getFinishedSpanItems().getFirst();
      assertThat(span.getName()).isEqualTo("POST /v1/events");
      assertThat(span.getKind()).isEqualTo(SpanKind.SERVER);
      assertThat(span.getTraceId()).isEqualTo(TRACE);
      assertThat(span.getParentSpanId()).isEqualTo("b7ad6b7169203331");
      assertThat(span.getAttributes().asMap().toString())
          .contains("202")
          .doesNotContain("Hi")
          .doesNotContain("msg");
      byte[] header = kafka.history().getFirst().headers().lastHeader("traceparent").value();
      assertThat(new String(header, StandardCharsets.UTF_8))
          .isEqualTo("00-" + TRACE + "-" + span.getSpanId() + "-01");
    }
  }

  private HttpGateway gateway(
      PrincipalTable principals, OpenApprovals approvals, Telemetry telemetry) {
    Intake.Directory everyone =
        new Intake.Directory() {
          @Override
          public @Nullable String nearest(AgentId agent) {
            return null;
          }

          @Override
          public boolean knows(AgentId agent) {
            return true;
          }

          @Override
          public boolean acts(String name) {
            return false;
          }

          @Override
          public boolean knowsWorld(String world) {
            return true;
          }
        };
    return new HttpGateway(
        IngestRole.bind(SETTINGS),
        SETTINGS.maxBatch(),
        new HttpGateway.Way(
            TOPICS,
            new Intake(TOPICS, everyone, CLOCK),
            new ControlDesk(
                new ControlReads(approvals, principals, everyone, _ -> null, Duration.ofSeconds(5)),
                null,
                CLOCK,
                telemetry),
            new EventPublisher(kafka, 10, Duration.ofSeconds(5)),
            _ -> dev.playloop.http.EdgeAnswer.text(200, "")),
        new HttpGateway.Doors(principals, () -> null, () -> null, routes -> routes),
        telemetry);
  }
}
