package dev.playloop.kit.worker;

import dev.playloop.kit.Instruments;
import dev.playloop.kit.Messaging;
import dev.playloop.kit.WallClock;
import dev.playloop.kit.WorkerStats;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import java.time.Clock;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// [WorkerStats] as OpenTelemetry metrics, read when they are collected.
final class WorkerMetrics implements AutoCloseable {
  private static final AttributeKey<String> WAITING_FOR =
      AttributeKey.stringKey("playloop.waiting.for");

  private final Clock clock = WallClock.system();
  private final Attributes attributes;
  private final Supplier<WorkerStats> stats;
  private final Supplier<WaitingSince> waits;
  private final Instruments instruments = new Instruments();

  /// `problem` says why the worker does not do all of its work; null where it does.
  WorkerMetrics(
      WorkerSettings<?, ?> settings,
      Supplier<WorkerStats> stats,
      Supplier<WaitingSince> waits,
      Supplier<@Nullable String> problem) {
    this.attributes = Attributes.of(Messaging.GROUP, settings.groupId());
    this.stats = stats;
    this.waits = waits;
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
    gauge(meter, "in_flight_max", "{record}", ignored -> settings.limits().maxInFlight());
    gauge(meter, "partitions", "{partition}", WorkerStats::partitions);
    gauge(meter, "problem", "{worker}", ignored -> problem.get() == null ? 0 : 1);
    instruments.add(
        meter
            .gaugeBuilder("playloop.worker.oldest_waiting")
            .setUnit("s")
            .buildWithCallback(this::tellWaits));
  }

  private void tellWaits(ObservableDoubleMeasurement sink) {
    WaitingSince now = waits.get();
    long millis = clock.millis();
    tell(sink, "room", WaitingSince.seconds(now.room(), millis));
    tell(sink, "order", WaitingSince.seconds(now.order(), millis));
  }

  private void tell(ObservableDoubleMeasurement sink, String what, double seconds) {
    sink.record(seconds, attributes.toBuilder().put(WAITING_FOR, what).build());
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
    instruments.close();
  }
}
