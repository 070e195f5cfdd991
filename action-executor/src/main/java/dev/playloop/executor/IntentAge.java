package dev.playloop.executor;

import dev.playloop.kit.Telemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.ObservableDoubleGauge;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/// The age of a world's oldest intent without an outcome, in seconds, as an OpenTelemetry gauge: 0
/// where all that was begun has ended. One that grows is a write whose outcome nobody knows. Read
/// when it is collected, on the collector's thread.
final class IntentAge implements AutoCloseable {
  private static final AttributeKey<String> WORLD = AttributeKey.stringKey("playloop.world");

  private final ObservableDoubleGauge gauge;

  IntentAge(Telemetry telemetry, String world, Tenures tenures, Clock clock) {
    Attributes attributes = Attributes.of(WORLD, world);
    gauge =
        telemetry
            .meter("dev.playloop.executor", ToolSpans.SCHEMA)
            .gaugeBuilder("playloop.executor.intent.age")
            .setUnit("s")
            .buildWithCallback(sink -> sink.record(seconds(tenures, clock), attributes));
  }

  private static double seconds(Tenures tenures, Clock clock) {
    Instant oldest = tenures.oldestIntent();
    return oldest == null
        ? 0
        : Math.max(0, Duration.between(oldest, clock.instant()).toNanos() / 1e9);
  }

  @Override
  public void close() {
    gauge.close();
  }
}
