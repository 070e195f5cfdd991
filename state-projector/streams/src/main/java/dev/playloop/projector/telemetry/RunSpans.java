package dev.playloop.projector.telemetry;

import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;

/// One `invoke_agent` span a run, by the GenAI conventions 1.41.1, in its trigger's trace: told
/// when the run closes, from its opening on. A transaction that is aborted and folded again tells
/// it twice. Owned by the task's thread.
final class RunSpans {
  static final String SCHEMA = "https://opentelemetry.io/schemas/1.41.1";

  private final Tracer tracer;

  RunSpans(Tracer tracer) {
    this.tracer = tracer;
  }

  /// Tells the runs that a step closed; `parent` is the context their trigger came with.
  void of(Transition step, Context parent) {
    for (LoopEvent event : step.events()) {
      if (event instanceof LoopEvent.RunClosed closed) {
        tell(closed, parent);
      }
    }
  }

  private void tell(LoopEvent.RunClosed closed, Context parent) {
    String agent = closed.run().agent().value();
    Span span =
        tracer
            .spanBuilder("invoke_agent " + agent)
            .setParent(parent)
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
