package dev.playloop.projector.telemetry;

import dev.playloop.kit.Telemetry;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Transition;
import dev.playloop.projector.edge.Trace;
import dev.playloop.projector.proof.UnprovedControlException;
import org.jspecify.annotations.Nullable;

/// What one task of the loop tells OpenTelemetry: nothing where that is off. A transaction that is
/// aborted and folded again tells its spans and counts twice. Owned by the task's thread.
public final class LoopTelemetry implements AutoCloseable {
  static final String SCOPE = "dev.playloop.projector";

  private final Telemetry telemetry;
  private final RunSpans spans;
  private final LoopMetrics metrics;

  /// `expiries` are those of all tasks; after `poisons` folds that threw, an agent is quarantined.
  public LoopTelemetry(Telemetry telemetry, Expiries expiries, int poisons) {
    this.telemetry = telemetry;
    this.spans = new RunSpans(telemetry.tracer(SCOPE, RunSpans.SCHEMA));
    this.metrics = new LoopMetrics(telemetry.meter(SCOPE, RunSpans.SCHEMA), expiries, poisons);
  }

  /// Whether anybody hears what is told.
  public boolean isOn() {
    return telemetry.enabled();
  }

  /// The task holds this agent, as it begins.
  public void holds(AgentState state) {
    if (telemetry.enabled()) {
      metrics.holds(state);
    }
  }

  /// What a step came to; `trace` is the context that the trigger of its run came with.
  public void of(AgentState before, Transition step, @Nullable String trace) {
    if (telemetry.enabled()) {
      spans.of(step, telemetry.extract(Trace.headers(trace)));
      metrics.of(before, step);
    }
  }

  /// A record was refused; counted is a control that nobody vouches for.
  public void refused(RuntimeException failure) {
    if (telemetry.enabled() && failure instanceof UnprovedControlException unproved) {
      metrics.refused(unproved.why());
    }
  }

  /// The task ends: its agents are another's.
  @Override
  public void close() {
    metrics.let();
  }
}
