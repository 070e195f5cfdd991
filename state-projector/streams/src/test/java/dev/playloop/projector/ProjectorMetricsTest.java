package dev.playloop.projector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.kit.Telemetry;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import dev.playloop.worlds.model.Worlds;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What two projectors tell of what they hold, and one that is left alone.
@NeedsInfra
class ProjectorMetricsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int PARTITIONS = 2;

  /// Each application has a task a partition.
  private static final double TASKS = 2 * PARTITIONS;

  @TempDir Path dir;

  private static final class Told implements AutoCloseable {
    private final InMemoryMetricReader reader = InMemoryMetricReader.create();
    final OpenTelemetrySdk sdk =
        OpenTelemetrySdk.builder()
            .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build())
            .build();

    /// Summed over all points that have `attribute`.
    double sum(String name, String attribute) {
      return reader.collectAllMetrics().stream()
          .filter(metric -> metric.getName().equals(name))
          .map(MetricData::getData)
          .flatMap(data -> data.getPoints().stream())
          .filter(point -> point.getAttributes().toString().contains(attribute))
          .mapToDouble(Told::value)
          .sum();
    }

    private static double value(PointData point) {
      return point instanceof LongPointData number
          ? number.getValue()
          : ((DoublePointData) point).getValue();
    }

    @Override
    public void close() {
      sdk.close();
    }
  }

  @Test
  void standbysAreCountedAndMissedOnceNobodyCanHoldThem(TestInfra infra) throws Exception {
    KafkaSettings kafka = Fixture.of(infra.bootstrapServers(), "standby.", PARTITIONS, 1).kafka();
    try (Told one = new Told();
        Told other = new Told();
        StateProjector stays = start(kafka, "one", one)) {
      try (StateProjector goes = start(kafka, "other", other)) {
        assertThat(stays.awaitReady(PATIENCE)).isTrue();
        assertThat(goes.awaitReady(PATIENCE)).isTrue();
        // While a task moves, one of them may hold neither it nor its copy.
        Await.until(
            "each task is worked on, and has its copy",
            () -> tasks(one, other, "active") == TASKS && tasks(one, other, "standby") == TASKS);
        Await.until("all is well", () -> one.sum("playloop.projector.problem", "") == 0);
      }
      Await.until("no copy is left", () -> tasks(one, one, "standby") == 0);
      Await.until("it has them all", () -> one.sum("playloop.projector.tasks", "active") == TASKS);
      assertThat(one.sum("playloop.projector.standbys", "")).isEqualTo(1);
      assertThat(one.sum("playloop.projector.disk.free", ""))
          .isPositive()
          .isLessThanOrEqualTo(one.sum("playloop.projector.disk.size", ""));
      assertThat(one.sum("playloop.projector.restarts", "loop")).isZero();
    }
  }

  private static double tasks(Told one, Told other, String kind) {
    double sum = one.sum("playloop.projector.tasks", "\"" + kind + "\"");
    return one == other ? sum : sum + other.sum("playloop.projector.tasks", "\"" + kind + "\"");
  }

  private StateProjector start(KafkaSettings kafka, String name, Told told) throws Exception {
    ProjectorSettings settings = Fixture.settings(dir.resolve(name)).withStandbys(1);
    return ProjectorRole.of(settings, Worlds.of(new PatientWorld(PATIENCE)))
        .start(new RoleContext(kafka, Telemetry.of(told.sdk)));
  }
}
