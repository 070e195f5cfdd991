package dev.playloop.projector.telemetry;

import dev.playloop.kit.Telemetry;
import dev.playloop.kit.WallClock;
import dev.playloop.schemas.id.AgentId;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// How long the next question has that people are asked, by world, as an OpenTelemetry gauge: over
/// all tasks of one process, and nothing where nobody is asked. Read when it is collected, on the
/// collector's thread; each [Task] is written by its own.
public final class Expiries {
  private static final AttributeKey<String> WORLD = AttributeKey.stringKey("playloop.world");

  private final Set<Task> tasks = ConcurrentHashMap.newKeySet();
  private final Clock clock;

  public Expiries(Telemetry telemetry) {
    this(telemetry, WallClock.system());
  }

  @SuppressWarnings("this-escape") // it is whole by then
  Expiries(Telemetry telemetry, Clock clock) {
    this.clock = clock;
    if (telemetry.enabled()) {
      telemetry
          .meter(LoopTelemetry.SCOPE, RunSpans.SCHEMA)
          .gaugeBuilder("playloop.loop.approvals.expiry")
          .setUnit("s")
          .buildWithCallback(this::tell);
    }
  }

  private void tell(ObservableDoubleMeasurement sink) {
    Instant now = clock.instant();
    Map<String, Double> soonest = new HashMap<>();
    for (Task task : tasks) {
      task.due.forEach((agent, due) -> {
        double left = Math.max(0, Duration.between(now, due).toNanos() / 1e9);
        soonest.merge(agent.world(), left, Math::min);
      });
    }
    soonest.forEach((world, left) -> sink.record(left, Attributes.of(WORLD, world)));
  }

  Task task() {
    return new Task();
  }

  /// The questions to the agents of one task.
  final class Task {
    private final Map<AgentId, Instant> due = new ConcurrentHashMap<>();

    /// `next` is when this agent's question expires; null where nobody is asked.
    void holds(AgentId agent, @Nullable Instant next) {
      if (next == null) {
        due.remove(agent);
      } else {
        due.put(agent, next);
        tasks.add(this);
      }
    }

    void let() {
      due.clear();
      tasks.remove(this);
    }
  }
}
