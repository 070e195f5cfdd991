package dev.playloop.kit.worker;

import dev.playloop.kit.Messaging;
import dev.playloop.kit.WorkerStats;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/// [WorkerStats] as OpenTelemetry metrics, read when they are collected.
final class WorkerMetrics implements AutoCloseable {
  private final Attributes attributes;
  private final Supplier<WorkerStats> stats;
  private final List<AutoCloseable> instruments = new ArrayList<>();

  WorkerMetrics(WorkerSettings<?, ?> settings, Supplier<WorkerStats> stats) {
    this.attributes = Attributes.of(Messaging.GROUP, settings.groupId());
    this.stats = stats;
    if (!settings.telemetry().enabled()) {
      return;
    }
    Meter meter = settings.telemetry().meter("dev.playloop.kit", Messaging.SCHEMA_URL);
    counter(meter, "handled", "{record}", WorkerStats::handled);
    counter(meter, "retried", "{call}", WorkerStats::retried);
    counter(meter, "dead_letters", "{record}", WorkerStats::deadLetters);
    counter(meter, "abandoned", "{call}", WorkerStats::abandoned);
    counter(meter, "skipped", "{record}", WorkerStats::skipped);
    counter(meter, "transactions", "{transaction}", WorkerStats::transactions);
    counter(meter, "aborts", "{transaction}", WorkerStats::aborts);
    counter(meter, "pauses", "{pause}", WorkerStats::pauses);
    counter(meter, "restarts", "{restart}", WorkerStats::restarts);
    gauge(meter, "in_flight", "{record}", WorkerStats::inFlight);
    gauge(meter, "partitions", "{partition}", WorkerStats::partitions);
  }

  private void counter(Meter meter, String name, String unit, ToLongFunction<WorkerStats> value) {
    instruments.add(
        meter
            .counterBuilder("playloop.worker." + name)
            .setUnit(unit)
            .buildWithCallback(sink -> sink.record(value.applyAsLong(stats.get()), attributes)));
  }

  private void gauge(Meter meter, String name, String unit, ToLongFunction<WorkerStats> value) {
    instruments.add(
        meter
            .upDownCounterBuilder("playloop.worker." + name)
            .setUnit(unit)
            .buildWithCallback(sink -> sink.record(value.applyAsLong(stats.get()), attributes)));
  }

  @Override
  public void close() {
    for (AutoCloseable instrument : instruments) {
      try {
        instrument.close();
      } catch (Exception e) { // AutoCloseable.close declares it
        throw new IllegalStateException("an instrument did not close", e);
      }
    }
  }
}
