package dev.playloop.projector.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.TestWorld;
import dev.playloop.kit.Telemetry;
import dev.playloop.kit.topic.Suspects;
import dev.playloop.projector.steady.Pulse;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.internals.ProcessorRecordContext;
import org.junit.jupiter.api.Test;

/// What of a record had to be replaced is counted.
class ReplacedCountTest {
  private static final Topics TOPICS = new Topics("t.", 1);

  @Test
  void halfCharactersOfATriggerAreCountedForTheOperator() {
    InMemoryMetricReader reader = InMemoryMetricReader.create();
    try (OpenTelemetrySdk sdk =
        OpenTelemetrySdk.builder()
            .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build())
            .build()) {
      Pulse pulse = Pulse.of("loop", Suspects.unkept(), Telemetry.of(sdk));
      Incoming incoming = new Incoming(TOPICS, Worlds.of(new TestWorld()), pulse::replaced);

      read(incoming, "Hi \\ud83d, said Bob\\u0000");
      read(incoming, "whole \\ud83d\\ude00");

      assertThat(reader.collectAllMetrics())
          .filteredOn(metric -> metric.getName().equals("playloop.projector.replaced"))
          .singleElement()
          .satisfies(metric ->
              assertThat(metric.getLongSumData().getPoints())
                  .singleElement()
                  .satisfies(point -> assertThat(point.getValue()).isEqualTo(2)));
    }
  }

  private static void read(Incoming incoming, String text) {
    byte[] value =
        ("{\"id\":\"a\",\"agent\":\"test/ada\",\"kind\":\"chat.message\",\"text\":\""
                + text
                + "\"}")
            .getBytes(StandardCharsets.UTF_8);
    RecordHeaders headers = new RecordHeaders();
    incoming.read(
        "test/ada".getBytes(StandardCharsets.UTF_8),
        value,
        new ProcessorRecordContext(0, 0, 0, TOPICS.triggers().name(), headers),
        headers);
  }
}
