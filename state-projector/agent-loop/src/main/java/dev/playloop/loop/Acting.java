package dev.playloop.loop;

import dev.playloop.loop.prompt.Outputs;
import dev.playloop.loop.prompt.Refusal;
import dev.playloop.loop.state.ActingDraft;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.loop.state.Slot;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.tool.ToolCall;
import java.util.List;

/// Carries out the calls of a decision: reads at once, writes one at a time in the model's order,
/// the rest skipped after the first that fails. Each call gets exactly one answer, in its own place
/// of the transcript; then the run goes on.
final class Acting {
  private Acting() {}

  /// A decision has come.
  static Next begin(Draft draft, Decision.Answered answered) {
    RunDraft run = draft.run();
    List<ToolCall> calls = answered.toolCalls();
    List<Teaching.Verdict> verdicts =
        calls.stream().map(call -> Teaching.judge(draft, call)).toList();
    for (int i = 0; i < calls.size(); i++) {
      if (verdicts.get(i) instanceof Teaching.Refused refused
          && refused.wrong()
          && Teaching.strike(draft, calls.get(i))) {
        return new Next.End(
            RunOutcome.STUCK,
            "the same invalid call came "
                + draft.policy().strikes()
                + " times: "
                + refused.why().message());
      }
    }
    ActingDraft acting = new ActingDraft(run.turn(), answered.text(), false);
    int first = run.reserve(calls.size());
    int accepted = 0;
    int bytes = 0;
    boolean overLimit = false;
    for (int i = 0; i < calls.size(); i++) {
      Slot slot = Slot.of(first, i + 1, calls.get(i));
      switch (verdicts.get(i)) {
        case Teaching.Refused refused -> refuse(draft, acting, slot, refused);
        case Teaching.Loop loop -> LoopTools.answer(draft, acting, slot, loop.tool());
        case Teaching.World world -> {
          Teaching.Refused beyond = Teaching.beyond(draft, i + 1, accepted, bytes, world);
          if (beyond != null) {
            overLimit |= beyond.why().code().equals(Teaching.ACTION_LIMIT);
            refuse(draft, acting, slot, beyond);
          } else if (acting.broken() && world.kind() == Pending.Kind.WRITE) {
            skip(draft, slot);
          } else {
            accepted++;
            bytes += Teaching.size(world.args());
            acting.begin(Pending.held(slot, world.kind(), world.args()));
          }
        }
      }
    }
    run.countOverActions(overLimit);
    if (run.overActions() > 1 && accepted == 0) {
      return new Next.End(RunOutcome.OUT_OF_ACTIONS, "the limit of actions is reached");
    }
    return advance(draft, acting);
  }

  private static void refuse(Draft draft, ActingDraft acting, Slot slot, Teaching.Refused refused) {
    acting.fail(refused.write());
    draft.put(slot.index(), Outputs.refused(slot, refused.why()));
  }

  private static void skip(Draft draft, Slot slot) {
    draft.run().take(slot.tool(), ActionResult.Status.SKIPPED);
    if (slot.index() >= 0) {
      String why = "not done, because an earlier action of this answer did not succeed";
      draft.put(slot.index(), Outputs.refused(slot, Refusal.of("skipped", "skipped", why)));
    }
  }

  /// Releases what may go, and goes on when every call has its answer.
  static Next advance(Draft draft, ActingDraft acting) {
    for (Pending pending : acting.open()) {
      if (pending.isHeld() && pending.looks()) {
        acting.replace(pending, Sending.out(draft, acting.action(pending), pending));
      }
    }
    if (acting.broken()) {
      for (Pending pending : acting.open()) {
        if (pending.isHeld()) {
          acting.end(pending);
          skip(draft, pending.place());
        }
      }
    }
    if (Approving.advance(draft, acting)) {
      return advance(draft, acting);
    }
    draft.run().enter(new Phase.Acting(acting));
    return acting.open().isEmpty() ? new Next.Acted(acting) : Next.REST;
  }

  /// The result of a call that is out.
  static Next answered(Draft draft, Phase.Acting phase, Pending pending, ActionResult result) {
    ActingDraft acting = new ActingDraft(phase);
    Results.take(draft, acting, pending, result);
    return advance(draft, acting);
  }

  /// Ends all waits at once, where nothing else is open.
  static Next endWaits(Draft draft) {
    if (!(draft.run().phase() instanceof Phase.Acting phase)
        || !phase.open().stream().allMatch(p -> p.kind() == Pending.Kind.WAIT)) {
      return Next.REST;
    }
    ActingDraft acting = new ActingDraft(phase);
    phase.open().forEach(wait -> LoopTools.waited(draft, acting, wait));
    return advance(draft, acting);
  }

  /// Deals with everything that is due.
  static Next overdue(Draft draft, Phase.Acting phase) {
    ActingDraft acting = new ActingDraft(phase);
    for (Pending pending : phase.open()) {
      if (!draft.isDue(pending.due()) || !acting.open().contains(pending)) {
        continue; // a wait may have ended with what came before it
      }
      if (pending.progress() == Pending.Progress.PREVIEWED) {
        Approving.overdue(draft, acting, pending);
      } else {
        switch (pending.kind()) {
          case WAIT -> LoopTools.waited(draft, acting, pending);
          case READ, WRITE, SIMULATED -> Results.overdue(draft, acting, pending);
        }
      }
    }
    return advance(draft, acting);
  }
}
