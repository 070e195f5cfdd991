package dev.playloop.audit.checkpoint;

import dev.playloop.kit.Instruments;
import dev.playloop.kit.Telemetry;
import io.opentelemetry.api.metrics.Meter;
import java.time.Duration;

/// What one auditor tells OpenTelemetry, read when it is collected: how long ago all of the journal
/// was signed, and what it found wrong in it. One that owns nothing tells an age that grows; of
/// several the smallest counts.
final class AuditorMetrics implements AutoCloseable {
  private static final String SCHEMA = "https://opentelemetry.io/schemas/1.44.0";

  private final Instruments instruments = new Instruments();

  AuditorMetrics(Telemetry telemetry, CheckpointSource source, Duration interval) {
    Meter meter = telemetry.meter("dev.playloop.auditor", SCHEMA);
    instruments.add(
        meter
            .gaugeBuilder("playloop.auditor.checkpoint.age")
            .setUnit("s")
            .buildWithCallback(sink -> {
              Duration age = source.age();
              if (age != null) {
                sink.record(Math.max(0, seconds(age)));
              }
            }));
    instruments.add(
        meter
            .gaugeBuilder("playloop.auditor.checkpoint.interval")
            .setUnit("s")
            .buildWithCallback(sink -> sink.record(seconds(interval))));
    instruments.add(
        meter
            .counterBuilder("playloop.auditor.journal.faults")
            .setUnit("{fault}")
            .buildWithCallback(sink -> sink.record(source.faults())));
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  @Override
  public void close() {
    instruments.close();
  }
}
