package dev.playloop.loop;

import dev.playloop.loop.people.Talking;
import dev.playloop.loop.prompt.Outputs;
import dev.playloop.loop.prompt.Refusal;
import dev.playloop.loop.state.ActingDraft;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Goals;
import dev.playloop.loop.state.Memory;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.loop.state.Slot;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.LoopTool;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The tools that the fold answers itself.
final class LoopTools {
  private static final int MAX_REPLY_TO = 128;

  private LoopTools() {}

  static void answer(Draft draft, ActingDraft acting, Slot slot, LoopTool tool) {
    switch (tool) {
      case LoopTool.Plan plan -> plan(draft, slot, plan);
      case LoopTool.Remember remember -> remember(draft, acting, slot, remember);
      case LoopTool.Note note -> {
        String subject = draft.run().origin().subjectId();
        draft.remember(Remembering.note(draft.memory(), new Memory.Note(note.text(), subject)));
        done(draft, slot, Json.NODES.objectNode().put("noted", true));
      }
      case LoopTool.Recall recall -> Talking.recall(draft, acting, slot, recall);
      case LoopTool.Observe _ -> {
        acting.look();
        done(
            draft, slot, Json.NODES.objectNode().put("view", "your newest view stands at the end"));
      }
      case LoopTool.Wait wait -> {
        acting.look();
        ObjectNode args = Json.NODES.objectNode().put("seconds", wait.seconds());
        acting.begin(Pending.waiting(slot, args, draft.at().plusSeconds(wait.seconds())));
      }
      case LoopTool.Finish finish -> finish(draft, acting, slot, finish);
    }
  }

  private static void plan(Draft draft, Slot slot, LoopTool.Plan plan) {
    RunDraft run = draft.run();
    List<Goals.PlanStep> steps =
        plan.steps().stream().map(step -> new Goals.PlanStep(step.text(), step.done())).toList();
    String replyTo = plan.replyTo();
    boolean owed = replyTo != null && !replyTo.isBlank() && replyTo.length() <= MAX_REPLY_TO;
    run.aim(run.goals().planned(steps).owing(owed ? replyTo : null));
    done(draft, slot, Json.NODES.objectNode().put("open", run.goals().openSteps().size()));
  }

  private static void remember(
      Draft draft, ActingDraft acting, Slot slot, LoopTool.Remember remember) {
    Memory.Fact fact =
        new Memory.Fact(remember.key(), remember.value(), draft.run().origin().subjectId());
    Memory next = Remembering.fact(draft.memory(), fact, draft.policy().facts());
    if (next == null) {
      acting.fail(false);
      String message = "your memory is full; forget a fact first, by remember with an empty value";
      draft.put(
          slot.index(),
          Outputs.refused(slot, new Refusal("refused", "memory_full", message, "key")));
      return;
    }
    draft.remember(next);
    done(
        draft,
        slot,
        Json.NODES
            .objectNode()
            .put(fact.value().isEmpty() ? "forgotten" : "remembered", fact.key()));
  }

  private static void finish(Draft draft, ActingDraft acting, Slot slot, LoopTool.Finish finish) {
    if (acting.finish() != null) {
      Refusal twice = Refusal.of("invalid", "finish_twice", "call finish once");
      draft.put(slot.index(), Outputs.refused(slot, twice));
      return;
    }
    acting.finish(
        new Phase.Finish(slot.index(), slot.callId(), finish.summary(), finish.importance()));
  }

  /// A wait is over, or cut short.
  static void waited(Draft draft, ActingDraft acting, Pending wait) {
    acting.end(wait);
    boolean early = wait.due() != null && wait.due().isAfter(draft.at());
    ObjectNode output = Json.NODES.objectNode();
    output.put("waited", early ? "less, because something came up" : "as long as you asked");
    done(draft, wait.place(), output);
  }

  private static void done(Draft draft, Slot slot, ObjectNode output) {
    draft.put(slot.index(), Outputs.done(slot, output));
  }
}
