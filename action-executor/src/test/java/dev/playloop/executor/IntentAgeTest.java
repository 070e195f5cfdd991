package dev.playloop.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.Telemetry;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldActions.Safety;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// How long a write that was begun has had no outcome, as a collector reads it.
class IntentAgeTest {
  private static final WorldActions<?> WORLD = new FakeWorld(Safety.LEDGER);
  private static final Instant NOW = Bench.START.plusSeconds(100);

  private final InMemoryMetricReader reader = InMemoryMetricReader.create();
  private final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build())
          .build();

  @Test
  void theOldestOfAllPartitionsThatAreOursCounts() throws InterruptedException {
    Tenures tenures = new Tenures(WORLD, IntentAgeTest::log, Duration.ofHours(1));
    try (sdk;
        IntentAge age =
            new IntentAge(Telemetry.of(sdk), "test", tenures, Clock.fixed(NOW, ZoneOffset.UTC))) {
      assertThat(seconds()).as("nothing is ours").isZero();

      tenures.gained(30);
      tenures.gained(70);
      assertThat(seconds()).isEqualTo(70);

      tenures.lost(70);
      assertThat(seconds()).isEqualTo(30);

      tenures.of(30).ledger().takeBack(action(30));
      assertThat(seconds()).as("it did not happen").isZero();
      assertThat(age).isNotNull();
    }
  }

  /// One intent, of as many seconds ago as the partition's number says.
  private static LedgerLog.Found log(int partition, Consumer<LedgerEntry> each) {
    LedgerEntry intent =
        new LedgerEntry.Intent(action(partition), NOW.minusSeconds(partition), List.of());
    each.accept(intent);
    return new LedgerLog.Found(0, true);
  }

  private static ActionId action(int number) {
    return new ActionId("test/ada:t1#1." + number);
  }

  private double seconds() {
    MetricData age =
        reader.collectAllMetrics().stream()
            .filter(metric -> metric.getName().equals("playloop.executor.intent.age"))
            .findFirst()
            .orElseThrow();
    return age.getDoubleGaugeData().getPoints().iterator().next().getValue();
  }
}
