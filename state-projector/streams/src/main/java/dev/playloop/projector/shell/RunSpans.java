package dev.playloop.projector.shell;

import dev.playloop.kit.Telemetry;
import dev.playloop.loop.state.Step;
import dev.playloop.projector.edge.Trace;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import org.jspecify.annotations.Nullable;

/// One `invoke_agent` span a run, by the GenAI conventions 1.41.1, in its trigger's trace: told
/// when the run closes, from its opening on. A transaction that is aborted and folded again tells
/// it twice. Owned by the task's thread.
final class RunSpans {
  private static final String SCHEMA = "https://opentelemetry.io/schemas/1.41.1";

  private final Telemetry telemetry;
  private final Tracer tracer;

  RunSpans(Telemetry telemetry) {
    this.telemetry = telemetry;
    this.tracer = telemetry.tracer("dev.playloop.projector", SCHEMA);
  }

  /// Tells the runs that a step closed; `trace` is the context their trigger came with.
  void of(Step step, @Nullable String trace) {
    if (!telemetry.enabled()) {
      return;
    }
    for (LoopEvent event : step.events()) {
      if (event instanceof LoopEvent.RunClosed closed) {
        tell(closed, trace);
      }
    }
  }

  private void tell(LoopEvent.RunClosed closed, @Nullable String trace) {
    String agent = closed.run().agent().value();
    Span span =
        tracer
            .spanBuilder("invoke_agent " + agent)
            .setParent(telemetry.extract(Trace.headers(trace)))
            .setSpanKind(SpanKind.INTERNAL)
            .setStartTimestamp(closed.openedAt())
            .setAttribute("gen_ai.operation.name", "invoke_agent")
            .setAttribute("gen_ai.provider.name", "playloop")
            .setAttribute("gen_ai.agent.id", agent)
            .setAttribute("gen_ai.agent.name", agent)
            .setAttribute("gen_ai.conversation.id", closed.run().value())
            .setAttribute("playloop.run.outcome", closed.outcome().name())
            .setAttribute("playloop.run.turns", closed.turns())
            .startSpan();
    if (closed.outcome() != RunOutcome.COMPLETED && closed.outcome() != RunOutcome.PREEMPTED) {
      span.setAttribute("error.type", closed.outcome().name());
      span.setStatus(StatusCode.ERROR);
    }
    span.end(closed.closedAt());
  }
}
