package dev.playloop.projector.shell;

import static dev.playloop.fixtures.Samples.agent;
import static dev.playloop.fixtures.Samples.config;
import static dev.playloop.fixtures.Samples.trigger;
import static dev.playloop.projector.shell.LoopTopologyCase.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.SampleDecisions;
import dev.playloop.fixtures.Samples;
import dev.playloop.fixtures.TestWorld;
import dev.playloop.kit.Telemetry;
import dev.playloop.projector.telemetry.Expiries;
import dev.playloop.projector.telemetry.LoopTelemetry;
import dev.playloop.schemas.approval.ApprovalRule;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.worlds.model.Worlds;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The loop's numbers, as a collector gets them from a running topology.
class LoopMetricsTest {
  private static final Topics TOPICS = new Topics("t.", 1);

  @TempDir Path dir;

  private final InMemoryMetricReader reader = InMemoryMetricReader.create();
  private final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build())
          .build();

  @AfterEach
  void close() {
    sdk.close();
  }

  private LoopDriver driver(Telemetry telemetry) {
    LoopSetup setup = LoopSetup.of(TOPICS, Worlds.of(new TestWorld())).withTelemetry(telemetry);
    return new LoopDriver(dir, TOPICS, LoopDriver.desk(), setup);
  }

  /// A write of ada waits for a person, she talks meanwhile, and a trigger waits behind that.
  private static Turn waiting(LoopDriver loop) {
    loop.apply(config("ada", "ada").approvals(List.of(ApprovalRule.ofTool("*"))));
    loop.trigger(trigger("ada", "m-1", "farm"));
    Turn turn = only(loop.turns());
    loop.decide(SampleDecisions.farm(turn, 1));
    loop.trigger(trigger("ada", "m-2", "are you there?"));
    loop.trigger(trigger("ada", "m-3", "farm too"));
    return turn;
  }

  @Test
  void whatWaitsAndWhatEndsIsTold() {
    try (LoopDriver loop = driver(Telemetry.of(sdk))) {
      Turn turn = waiting(loop);

      assertThat(told())
          .containsEntry("playloop.loop.triggers.waiting{world=test}", 1.0)
          .containsEntry("playloop.loop.approvals.waiting{world=test}", 1.0)
          .containsEntry("playloop.loop.writes.unknown{world=test}", 0.0)
          .containsKey("playloop.loop.approvals.expiry{world=test}")
          .containsEntry("playloop.loop.agents.quarantined{world=test}", 0.0)
          .containsEntry("playloop.loop.cap{world=test}", 10.0);

      loop.pass(Duration.ofSeconds(7));
      loop.driver.send(
          TOPICS.controls(),
          agent("ada"),
          new Control.CancelRun(agent("ada"), turn.turn().run(), Author.of("eve"), Samples.START));
      Turn second = only(loop.turns());
      loop.decide(
          SampleDecisions.text(second, "done")
              .spent(new Decision.Usage(100, 0, 10, 0), new BigDecimal("0.25")));
      loop.trigger(trigger("ada", "m-2", "the same"));

      assertThat(told())
          .containsEntry("playloop.loop.triggers.waiting{world=test}", 0.0)
          .containsEntry("playloop.loop.approvals.waiting{world=test}", 0.0)
          .doesNotContainKey("playloop.loop.approvals.expiry{world=test}")
          .containsEntry("playloop.loop.drops{reason=duplicate, world=test}", 1.0)
          .containsEntry(
              "playloop.loop.runs{class=conversation, outcome=cancelled, world=test}", 1.0)
          .containsEntry(
              "playloop.loop.runs{class=conversation, outcome=completed, world=test}", 1.0)
          .containsEntry(
              "playloop.loop.run.duration{class=conversation, outcome=cancelled, world=test}", 7.0)
          .containsEntry("playloop.loop.approvals.ended{how=cancelled, world=test}", 1.0)
          .containsEntry("playloop.loop.approvals.wait{how=cancelled, world=test}", 7.0)
          .containsEntry("playloop.loop.trigger.wait{class=conversation, world=test}", 7.0)
          .containsEntry("playloop.loop.spend{world=test}", 0.25);
    }

    assertThat(told())
        .as("a task that is closed holds nothing")
        .containsEntry("playloop.loop.cap{world=test}", 0.0);
  }

  @Test
  void aTaskThatBeginsTellsWhatItFinds() {
    try (LoopDriver loop = driver(Telemetry.off())) {
      waiting(loop);
      Batch batch =
          new Batch(loop.driver.store(LoopTopology.AGENTS), (sink, key, value, headers) -> {});
      Telemetry on = Telemetry.of(sdk);
      LoopTelemetry telemetry = new LoopTelemetry(on, new Expiries(on), 3);

      new Agents(batch, 1 << 20).collect(new Alarms(), telemetry);
      new Agents(batch, 1 << 20).collect(new Alarms(), telemetry); // begun again after a failure

      assertThat(told())
          .containsEntry("playloop.loop.triggers.waiting{world=test}", 1.0)
          .containsEntry("playloop.loop.approvals.waiting{world=test}", 1.0)
          .containsEntry("playloop.loop.cap{world=test}", 10.0);
    }
  }

  /// Every point by name and attributes; of a histogram the sum.
  private Map<String, Double> told() {
    Map<String, Double> told = new TreeMap<>();
    for (MetricData metric : reader.collectAllMetrics()) {
      for (PointData point : metric.getData().getPoints()) {
        told.put(metric.getName() + attributes(point), value(point));
      }
    }
    return told;
  }

  private static String attributes(PointData point) {
    return point.getAttributes().asMap().entrySet().stream()
        .map(each -> {
          String key = each.getKey().getKey();
          return key.substring(key.lastIndexOf('.') + 1) + "=" + each.getValue();
        })
        .sorted()
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static double value(PointData point) {
    return switch (point) {
      case LongPointData number -> number.getValue();
      case DoublePointData number -> number.getValue();
      case HistogramPointData histogram -> histogram.getSum();
      default -> throw new AssertionError("a point of another kind: " + point);
    };
  }
}
