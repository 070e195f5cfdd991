package dev.playloop.loop;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.ToolCall;
import dev.playloop.schemas.tool.Effect;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
                + draft.policy.strikes()
                + " times: "
                + refused.message());
      }
    }
    ActingDraft acting = new ActingDraft(run.turn(), answered.text(), false);
    int first = run.reserve(calls.size());
    int accepted = 0;
    int bytes = 0;
    boolean overLimit = false;
    for (int i = 0; i < calls.size(); i++) {
      ToolCall call = calls.get(i);
      int slot = first + i;
      switch (verdicts.get(i)) {
        case Teaching.Refused refused -> refuse(draft, acting, slot, call, refused);
        case Teaching.Loop loop -> LoopTools.answer(draft, acting, i + 1, slot, call, loop.tool());
        case Teaching.World world -> {
          Teaching.Refused beyond = Teaching.beyond(draft, accepted, bytes, world);
          if (beyond != null) {
            overLimit |= beyond.code().equals("action_limit");
            refuse(draft, acting, slot, call, beyond);
          } else if (acting.broken && world.spec().effect() == Effect.WRITE) {
            skip(draft, slot, call.id(), call.name());
          } else {
            accepted++;
            bytes += Teaching.size(world.args());
            acting.open.add(held(i + 1, slot, call, world));
          }
        }
      }
    }
    run.overActions = overLimit ? run.overActions + 1 : 0;
    if (run.overActions > 1 && accepted == 0) {
      return new Next.End(RunOutcome.OUT_OF_ACTIONS, "the limit of actions is reached");
    }
    return advance(draft, acting);
  }

  private static Run.Pending held(int number, int slot, ToolCall call, Teaching.World world) {
    Run.Kind kind = world.spec().effect() == Effect.WRITE ? Run.Kind.WRITE : Run.Kind.READ;
    return new Run.Pending(
        number,
        slot,
        call.id(),
        call.name(),
        kind,
        world.args(),
        Run.Progress.HELD,
        null,
        0,
        false);
  }

  private static void refuse(
      Draft draft, ActingDraft acting, int slot, ToolCall call, Teaching.Refused refused) {
    acting.failed = true;
    acting.broken |= refused.write();
    draft.put(
        slot,
        Outputs.error(
            call.id(),
            call.name(),
            refused.status(),
            refused.code(),
            refused.message(),
            refused.field()));
  }

  private static void skip(Draft draft, int slot, String callId, String tool) {
    draft.run().take(tool, ActionResult.Status.SKIPPED);
    if (slot >= 0) {
      draft.put(
          slot,
          Outputs.error(
              callId,
              tool,
              "skipped",
              "skipped",
              "not done, because an earlier action of this answer did not succeed",
              null));
    }
  }

  /// Releases what may go, and goes on when every call has its answer.
  static Next advance(Draft draft, ActingDraft acting) {
    for (Run.Pending pending : List.copyOf(acting.open)) {
      if (pending.progress() == Run.Progress.HELD && pending.kind() == Run.Kind.READ) {
        acting.replace(pending, Sending.out(draft, acting.turn, pending));
      }
    }
    if (acting.broken) {
      for (Run.Pending pending : List.copyOf(acting.open)) {
        if (pending.progress() == Run.Progress.HELD) {
          acting.open.remove(pending);
          skip(draft, pending.slot(), pending.callId(), pending.tool());
        }
      }
    }
    Run.Pending write = nextWrite(draft, acting);
    if (write != null) {
      releaseWrite(draft, acting, write);
    }
    draft.run().phase = acting.freeze();
    return acting.open.isEmpty() ? new Next.Acted(acting) : Next.REST;
  }

  /// The write whose turn it is, or null while another is under way or in doubt, or all are halted.
  private static Run.@Nullable Pending nextWrite(Draft draft, ActingDraft acting) {
    if (draft.run().doubt != null || draft.halt != null) {
      return null;
    }
    for (Run.Pending pending : acting.open) {
      if (pending.kind() == Run.Kind.WRITE) {
        return pending.progress() == Run.Progress.HELD ? pending : null;
      }
    }
    return null;
  }

  private static void releaseWrite(Draft draft, ActingDraft acting, Run.Pending write) {
    if (draft.runConfig().needsApproval(write.tool())) {
      acting.replace(write, Sending.asked(write));
      draft.events.add(
          new LoopEvent.ApprovalAsked(
              acting.turn.action(write.number()), write.tool(), write.args()));
    } else {
      acting.replace(write, Sending.out(draft, acting.turn, write));
    }
  }

  /// The result of a call that is out.
  static Next answered(Draft draft, Run.Acting phase, Run.Pending pending, ActionResult result) {
    ActingDraft acting = new ActingDraft(phase);
    Results.take(draft, acting, pending, result);
    return advance(draft, acting);
  }

  /// Ends all waits at once, where nothing else is open.
  static Next endWaits(Draft draft) {
    if (!(draft.run().phase instanceof Run.Acting phase)
        || !phase.open().stream().allMatch(p -> p.kind() == Run.Kind.WAIT)) {
      return Next.REST;
    }
    ActingDraft acting = new ActingDraft(phase);
    phase.open().forEach(wait -> LoopTools.waited(draft, acting, wait));
    return advance(draft, acting);
  }

  /// Deals with everything that is due.
  static Next overdue(Draft draft, Run.Acting phase) {
    ActingDraft acting = new ActingDraft(phase);
    for (Run.Pending pending : phase.open()) {
      if (draft.isDue(pending.due())) {
        switch (pending.kind()) {
          case WAIT -> LoopTools.waited(draft, acting, pending);
          case READ, WRITE -> Results.overdue(draft, acting, pending);
        }
      }
    }
    return advance(draft, acting);
  }
}
