package dev.playloop.loop;

import dev.playloop.schemas.event.ToolCall;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.LoopTool;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The tools that the fold answers itself.
final class LoopTools {
  private LoopTools() {}

  static void answer(
      Draft draft, ActingDraft acting, int number, int slot, ToolCall call, LoopTool tool) {
    switch (tool) {
      case LoopTool.Plan plan -> plan(draft, slot, call, plan);
      case LoopTool.Remember remember -> remember(draft, acting, slot, call, remember);
      case LoopTool.Note note -> {
        draft.memory = Remembering.note(draft.memory, new Memory.Note(note.text(), subject(draft)));
        done(draft, slot, call, Json.NODES.objectNode().put("noted", true));
      }
      case LoopTool.Observe ignored -> {
        acting.looked = true;
        done(
            draft,
            slot,
            call,
            Json.NODES.objectNode().put("view", "your newest view stands at the end"));
      }
      case LoopTool.Wait wait -> {
        acting.looked = true;
        acting.open.add(
            new Run.Pending(
                number,
                slot,
                call.id(),
                call.name(),
                Run.Kind.WAIT,
                Json.NODES.objectNode().put("seconds", wait.seconds()),
                Run.Progress.WAITING,
                draft.at.plusSeconds(wait.seconds()),
                0,
                false));
      }
      case LoopTool.Finish finish -> finish(draft, acting, slot, call, finish);
    }
  }

  private static void plan(Draft draft, int slot, ToolCall call, LoopTool.Plan plan) {
    RunDraft run = draft.run();
    List<Run.PlanStep> steps =
        plan.steps().stream().map(step -> new Run.PlanStep(step.text(), step.done())).toList();
    Goals.plan(run, steps);
    String replyTo = plan.replyTo();
    Goals.owe(run, replyTo == null || replyTo.isBlank() || replyTo.length() > 128 ? null : replyTo);
    done(draft, slot, call, Json.NODES.objectNode().put("open", Goals.openSteps(run).size()));
  }

  /// Whom the open run is about.
  private static @Nullable String subject(Draft draft) {
    Trigger.Subject subject = draft.run().origin.subject();
    return subject == null ? null : subject.id();
  }

  private static void remember(
      Draft draft, ActingDraft acting, int slot, ToolCall call, LoopTool.Remember fact) {
    Memory next =
        Remembering.fact(
            draft.memory,
            new Memory.Fact(fact.key(), fact.value(), subject(draft)),
            draft.policy.facts());
    if (next == null) {
      acting.failed = true;
      draft.put(
          slot,
          Outputs.error(
              call.id(),
              call.name(),
              "refused",
              "memory_full",
              "your memory is full; forget a fact first, by remember with an empty value",
              "key"));
      return;
    }
    draft.memory = next;
    done(
        draft,
        slot,
        call,
        Json.NODES
            .objectNode()
            .put(fact.value().isEmpty() ? "forgotten" : "remembered", fact.key()));
  }

  private static void finish(
      Draft draft, ActingDraft acting, int slot, ToolCall call, LoopTool.Finish finish) {
    if (acting.finish != null) {
      draft.put(
          slot,
          Outputs.error(
              call.id(), call.name(), "invalid", "finish_twice", "call finish once", null));
      return;
    }
    acting.finish = new Run.Finish(slot, call.id(), finish.summary(), finish.importance());
  }

  /// A wait is over, or cut short.
  static void waited(Draft draft, ActingDraft acting, Run.Pending wait) {
    acting.open.removeIf(pending -> pending.number() == wait.number());
    boolean early = wait.due() != null && wait.due().isAfter(draft.at);
    ObjectNode output = Json.NODES.objectNode();
    output.put("waited", early ? "less, because something came up" : "as long as you asked");
    draft.put(wait.slot(), Outputs.done(wait.callId(), wait.tool(), output));
  }

  private static void done(Draft draft, int slot, ToolCall call, ObjectNode output) {
    draft.put(slot, Outputs.done(call.id(), call.name(), output));
  }
}
