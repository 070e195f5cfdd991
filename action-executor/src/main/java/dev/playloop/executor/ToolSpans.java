package dev.playloop.executor;

import dev.playloop.kit.Telemetry;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;

/// One `execute_tool` span per action, by the GenAI conventions 1.41.1. Carries no arguments and no
/// output. A child of whatever span is current, which is the worker's for the record.
final class ToolSpans {
  static final String SCHEMA = "https://opentelemetry.io/schemas/1.41.1";

  private final Tracer tracer;

  ToolSpans(Telemetry telemetry) {
    this.tracer = telemetry.tracer("dev.playloop.executor", SCHEMA);
  }

  /// Starts the span; the caller makes it current and ends it.
  Span start(Action action) {
    return tracer
        .spanBuilder("execute_tool " + action.tool())
        .setSpanKind(SpanKind.INTERNAL)
        .setAttribute("gen_ai.operation.name", "execute_tool")
        .setAttribute("gen_ai.tool.name", action.tool())
        .setAttribute("gen_ai.tool.type", "function")
        .setAttribute("gen_ai.tool.call.id", action.action().value())
        .setAttribute("gen_ai.agent.id", action.agent().value())
        .setAttribute("playloop.mode", action.mode().name())
        .startSpan();
  }

  /// Says how it ended. A span without this was one try of several.
  static void answered(Span span, ActionResult result) {
    span.setAttribute("playloop.status", result.status().name());
    ActionResult.ActionError error = result.error();
    if (error != null) {
      span.setAttribute("error.type", error.code());
      span.setStatus(StatusCode.ERROR);
    }
  }
}
