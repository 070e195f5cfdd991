package dev.playloop.loop;

import dev.playloop.loop.state.ActingDraft;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.loop.state.Slot;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.ToolCall;
import dev.playloop.schemas.tool.ToolSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// When the LLM fails for good: the action of the run's boundary runs, else the agent's own where
/// that boundary allows it, or the run closes as FAILED. Arguments that are exactly `$replyTo` or
/// `$subject` stand for the trigger's.
final class Fallback {
  private Fallback() {}

  static Next run(Draft draft, String failure, String message) {
    RunDraft run = draft.run();
    String summary = failure + ": " + message;
    AgentConfig.Fallback ofKind = draft.boundary().fallback();
    AgentConfig.Fallback fallback = ofKind == null ? draft.runConfig().fallback() : ofKind;
    ToolSpec<?> spec = fallback == null ? null : draft.catalogue().find(fallback.tool());
    if (fallback == null
        || spec == null
        || !draft.boundary().allows(spec.name())
        || !(spec.check(filled(run, fallback.args())) instanceof ToolCall.Valid valid)) {
      return new Next.End(RunOutcome.FAILED, summary);
    }
    ActingDraft acting = new ActingDraft(run.turn(), summary, true);
    Slot slot = new Slot(Sending.FALLBACK, Slot.NOWHERE, "", spec.name());
    acting.begin(Pending.held(slot, Pending.Kind.of(spec.effect()), valid.args()));
    return new Next.Act(acting);
  }

  private static JsonNode filled(RunDraft run, JsonNode args) {
    if (!args.isObject()) {
      return args;
    }
    ObjectNode filled = Json.NODES.objectNode();
    for (String name : args.propertyNames()) {
      JsonNode value = args.get(name);
      String text = value.isString() ? value.stringValue() : "";
      if (text.equals("$replyTo") && run.origin().replyTo() != null) {
        filled.put(name, run.origin().replyTo());
      } else if (text.equals("$subject") && run.origin().subject() != null) {
        filled.put(name, run.origin().subject().id());
      } else {
        filled.set(name, value);
      }
    }
    return filled;
  }
}
