package dev.playloop.projector.telemetry;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Asking;
import dev.playloop.loop.state.Run;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.TriggerClass;
import dev.playloop.schemas.id.RunId;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleCounter;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.DoubleUpDownCounter;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.LongUpDownCounter;
import io.opentelemetry.api.metrics.Meter;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The loop in numbers, from what is journaled: its events, and the states before and after them.
/// By world, class of trigger, outcome and reason, never by agent, so that there are a few hundred
/// series at most. What lies in states is told as changes, which sum up over tasks and processes: a
/// task tells what it holds when it begins, and takes that back when it ends. Owned by the task's
/// thread.
final class LoopMetrics {
  private static final AttributeKey<String> WORLD = AttributeKey.stringKey("playloop.world");
  private static final AttributeKey<String> CLASS =
      AttributeKey.stringKey("playloop.trigger.class");
  private static final AttributeKey<String> OUTCOME =
      AttributeKey.stringKey("playloop.run.outcome");
  private static final AttributeKey<String> REASON = AttributeKey.stringKey("playloop.drop.reason");
  private static final AttributeKey<String> HOW = AttributeKey.stringKey("playloop.approval.how");
  private static final AttributeKey<String> WHY = AttributeKey.stringKey("playloop.control.why");

  /// From a turn of a moment to a question that stands for a day.
  private static final List<Double> BUCKETS =
      List.of(
          0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 900.0, 3_600.0, 14_400.0,
          86_400.0);

  private final LongCounter runs;
  private final DoubleHistogram duration;
  private final DoubleHistogram wait;
  private final LongCounter drops;
  private final DoubleCounter spend;
  private final LongUpDownCounter waiting;
  private final LongUpDownCounter asked;
  private final LongUpDownCounter unknown;
  private final LongCounter ended;
  private final DoubleHistogram answer;
  private final LongCounter refused;
  private final LongUpDownCounter quarantined;
  private final DoubleUpDownCounter cap;
  private final Expiries.Task questions;
  private final int poisons;

  /// What this task has told of its agents, by world.
  private final Map<String, Load> told = new HashMap<>();

  LoopMetrics(Meter meter, Expiries expiries, int poisons) {
    this.questions = expiries.task();
    this.poisons = poisons;
    runs = meter.counterBuilder("playloop.loop.runs").setUnit("{run}").build();
    duration = seconds(meter, "playloop.loop.run.duration");
    wait = seconds(meter, "playloop.loop.trigger.wait");
    drops = meter.counterBuilder("playloop.loop.drops").setUnit("{trigger}").build();
    spend = meter.counterBuilder("playloop.loop.spend").ofDoubles().setUnit("{USD}").build();
    waiting =
        meter.upDownCounterBuilder("playloop.loop.triggers.waiting").setUnit("{trigger}").build();
    asked =
        meter.upDownCounterBuilder("playloop.loop.approvals.waiting").setUnit("{write}").build();
    unknown = meter.upDownCounterBuilder("playloop.loop.writes.unknown").setUnit("{write}").build();
    ended = meter.counterBuilder("playloop.loop.approvals.ended").setUnit("{question}").build();
    answer = seconds(meter, "playloop.loop.approvals.wait");
    refused = meter.counterBuilder("playloop.loop.controls.refused").setUnit("{control}").build();
    quarantined =
        meter.upDownCounterBuilder("playloop.loop.agents.quarantined").setUnit("{agent}").build();
    cap = meter.upDownCounterBuilder("playloop.loop.cap").ofDoubles().setUnit("{USD}").build();
  }

  private static DoubleHistogram seconds(Meter meter, String name) {
    return meter
        .histogramBuilder(name)
        .setUnit("s")
        .setExplicitBucketBoundariesAdvice(BUCKETS)
        .build();
  }

  /// The task holds this agent.
  void holds(AgentState state) {
    tell(state.agent().world(), Load.of(state, poisons));
    questions.holds(state.agent(), Load.due(state));
  }

  /// The task holds no agent any more.
  void let() {
    Map.copyOf(told).forEach((world, load) -> tell(world, Load.NONE.minus(load)));
    told.clear();
    questions.let();
  }

  /// What a step came to.
  void of(AgentState before, Transition step) {
    AgentState after = step.state();
    String world = after.agent().world();
    for (LoopEvent event : step.events()) {
      switch (event) {
        case LoopEvent.RunOpened opened -> opened(before, step, opened);
        case LoopEvent.RunClosed closed -> closed(before, step, closed);
        case LoopEvent.TriggerDropped dropped ->
            drops.add(1, Attributes.of(WORLD, world, REASON, lower(dropped.reason())));
        case ApprovalEvent.Ended end -> answered(before, step, end);
        default -> {} // tells of what states tell too, or of nothing to count
      }
    }
    double spent = spent(before, after);
    if (spent > 0) {
      spend.add(spent, Attributes.of(WORLD, world));
    }
    questions.holds(after.agent(), Load.due(after));
    Load change = Load.of(after, poisons).minus(Load.of(before, poisons));
    if (!change.equals(Load.NONE)) {
      tell(world, change);
    }
  }

  /// A control was not folded. Whoever wrote it may have made up its world.
  void refused(String why) {
    refused.add(1, Attributes.of(WHY, why));
  }

  private void opened(AgentState before, Transition step, LoopEvent.RunOpened opened) {
    Instant now = step.state().at();
    Instant came = now; // that of an input which opens its run at once
    for (AgentState.Waiting each : before.queue()) {
      Trigger trigger = each.trigger();
      if (opened.trigger().equals(trigger.id()) && trigger.at() != null) {
        came = trigger.at();
      }
    }
    String world = opened.run().agent().world();
    wait.record(
        seconds(came, now), Attributes.of(WORLD, world, CLASS, lower(kind(step.state(), opened))));
  }

  /// A question ended that stood before, or was asked by the same step.
  private void answered(AgentState before, Transition step, ApprovalEvent.Ended end) {
    Attributes attributes =
        Attributes.of(WORLD, step.state().agent().world(), HOW, lower(end.how()));
    ended.add(1, attributes);
    Run run = before.find(end.action().run());
    Asking.Ask ask = run == null ? null : run.asked().ask();
    Instant now = step.state().at();
    Instant asked =
        ask != null && ask.question().approval().equals(end.approval())
            ? ask.question().askedAt()
            : now;
    answer.record(seconds(asked, now), attributes);
  }

  private void closed(AgentState before, Transition step, LoopEvent.RunClosed closed) {
    TriggerClass kind = kind(before, step, closed.run());
    Attributes attributes =
        Attributes.of(
            WORLD,
            closed.run().agent().world(),
            CLASS,
            kind == null ? "unknown" : lower(kind),
            OUTCOME,
            lower(closed.outcome()));
    runs.add(1, attributes);
    duration.record(seconds(closed.openedAt(), closed.closedAt()), attributes);
  }

  /// The class of the run's trigger: the run was open before, or was opened by the same step.
  private static @Nullable TriggerClass kind(AgentState before, Transition step, RunId run) {
    Run open = before.find(run);
    if (open != null) {
      return open.origin().triggerClass();
    }
    return step.events().stream()
        .filter(event -> event instanceof LoopEvent.RunOpened opened && opened.run().equals(run))
        .map(event -> kind(step.state(), (LoopEvent.RunOpened) event))
        .findFirst()
        .orElse(null);
  }

  /// What its world makes of the kind is in the run alone, and so known while that is open.
  private static TriggerClass kind(AgentState after, LoopEvent.RunOpened opened) {
    Run open = after.find(opened.run());
    return open == null ? TriggerClass.of(opened.kind()) : open.origin().triggerClass();
  }

  /// USD more than before; a new day begins at nothing.
  private static double spent(AgentState before, AgentState after) {
    double now = after.money().spentUsd().doubleValue();
    return Objects.equals(before.money().day(), after.money().day())
        ? now - before.money().spentUsd().doubleValue()
        : now;
  }

  private void tell(String world, Load change) {
    Attributes attributes = Attributes.of(WORLD, world);
    told.merge(world, change, Load::plus);
    waiting.add(change.waiting(), attributes);
    asked.add(change.asked(), attributes);
    unknown.add(change.unknown(), attributes);
    quarantined.add(change.quarantined(), attributes);
    cap.add(change.capUsd(), attributes);
    spend.add(0, attributes); // of a series that begins with its first call no increase is seen
  }

  private static double seconds(Instant from, Instant to) {
    return Math.max(0, Duration.between(from, to).toNanos() / 1e9);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
