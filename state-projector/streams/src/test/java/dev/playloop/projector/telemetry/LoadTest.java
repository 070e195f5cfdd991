package dev.playloop.projector.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.fixtures.Samples;
import dev.playloop.kit.Telemetry;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.AgentStateBuilder;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What states tell of agents, without a topology.
class LoadTest {
  private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");

  private final InMemoryMetricReader reader = InMemoryMetricReader.create();
  private final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build())
          .build();
  private final Expiries expiries =
      new Expiries(Telemetry.of(sdk), Clock.fixed(NOW, ZoneOffset.UTC));

  @AfterEach
  void close() {
    sdk.close();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "2, 0", "3, 1", "4, 1"})
  void anAgentIsQuarantinedFromTheThirdBugOn(int poisoned, long quarantined) {
    AgentState state =
        AgentStateBuilder.builder(AgentState.empty(Samples.agent("ada")))
            .poisoned(poisoned)
            .build();

    assertThat(Load.of(state, 3).quarantined()).isEqualTo(quarantined);
    assertThat(Load.of(state, 3).minus(Load.of(state, 3))).isEqualTo(Load.NONE);
  }

  @Test
  void theNextQuestionToExpireIsToldOverAllTasks() {
    Expiries.Task one = expiries.task();
    Expiries.Task other = expiries.task();
    assertThat(told()).as("nobody is asked").isEmpty();

    one.holds(Samples.agent("ada"), NOW.plusSeconds(90));
    one.holds(Samples.agent("ben"), NOW.plusSeconds(30));
    other.holds(Samples.agent("cal"), NOW.plusSeconds(60));
    assertThat(told()).containsExactly(30.0);
    one.holds(Samples.agent("ben"), null);
    assertThat(told()).containsExactly(60.0);
    other.let();
    assertThat(told()).containsExactly(90.0);
    one.holds(Samples.agent("ada"), NOW.minusSeconds(1));
    assertThat(told()).as("overdue").containsExactly(0.0);
    one.let();
    assertThat(told()).isEmpty();
  }

  private List<Double> told() {
    return reader.collectAllMetrics().stream()
        .flatMap(metric -> metric.getDoubleGaugeData().getPoints().stream())
        .map(DoublePointData::getValue)
        .toList();
  }
}
