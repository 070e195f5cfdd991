package dev.playloop.loop;

import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.HaltScope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A halt stops what would begin: no turn is opened, no write released, no run begun. What is under
/// way may end, and is folded. Deadlines stand still meanwhile and go on, shifted by the time that
/// the halt took, so that nothing ends because it had to wait.
final class Halting {
  private Halting() {}

  static void halted(Draft draft, HaltScope scope, String by) {
    if (draft.halt == null) {
      draft.halt = new AgentState.Held(scope, by, draft.at);
      draft.events.add(new LoopEvent.WorkHeld(scope, by));
    }
  }

  static Next resumed(Draft draft) {
    AgentState.Held halt = draft.halt;
    if (halt == null) {
      return Next.REST;
    }
    Duration held = Duration.between(halt.since(), draft.at);
    draft.halt = null;
    draft.events.add(new LoopEvent.WorkResumed(halt.scope(), halt.by(), held));
    shift(draft, held);
    return draft.run == null ? Next.REST : goOn(draft, draft.run);
  }

  /// The turn that the halt held back goes out, unless the run gives way to what came meanwhile.
  private static Next goOn(Draft draft, RunDraft run) {
    return switch (run.phase) {
      case Run.HeldBack held -> Queue.yields(draft) ? Next.YIELD : new Next.Issue(held.issues());
      case Run.Acting acting -> new Next.Act(new ActingDraft(acting));
      case Run.Reserving _, Run.Thinking _, Run.Deferred _ -> Next.REST;
      case Run.Viewing _, Run.Parked _ -> Next.REST;
    };
  }

  private static void shift(Draft draft, Duration by) {
    draft.wake = later(draft.wake, by);
    draft.queue.replaceAll(
        w -> new AgentState.Waiting(w.trigger(), w.bytes(), later(w.until(), by)));
    AgentState.Call call = draft.call;
    if (call != null) {
      draft.call =
          new AgentState.Call(
              call.turn(),
              call.notAfter().plus(by),
              call.settleAt().plus(by),
              call.permitUsd(),
              call.boundUsd(),
              call.issues(),
              call.expired(),
              call.hold());
    }
    AgentState.Flight orphan = draft.orphan;
    if (orphan != null) {
      draft.orphan =
          new AgentState.Flight(orphan.action(), orphan.tool(), orphan.settleAt().plus(by));
    }
    if (draft.run != null) {
      shift(draft.run, by);
    }
  }

  private static void shift(RunDraft run, Duration by) {
    run.deadline = run.deadline.plus(by);
    Run.Doubt doubt = run.doubt;
    if (doubt != null) {
      run.doubt =
          new Run.Doubt(
              doubt.action(),
              doubt.tool(),
              doubt.args(),
              doubt.asked(),
              later(doubt.due(), by),
              doubt.told());
    }
    run.phase = shifted(run.phase, by);
  }

  private static Run.Phase shifted(Run.Phase phase, Duration by) {
    return switch (phase) {
      case Run.Reserving r ->
          new Run.Reserving(r.hold(), r.usd(), r.issues(), r.asked(), r.due().plus(by));
      case Run.Deferred deferred -> new Run.Deferred(deferred.until().plus(by));
      case Run.Viewing viewing -> new Run.Viewing(viewing.until().plus(by));
      case Run.Acting acting -> shifted(acting, by);
      case Run.Thinking thinking -> thinking;
      case Run.Parked parked -> parked;
      case Run.HeldBack heldBack -> heldBack;
    };
  }

  private static Run.Acting shifted(Run.Acting acting, Duration by) {
    ActingDraft draft = new ActingDraft(acting);
    for (Run.Pending pending : List.copyOf(acting.open())) {
      draft.replace(pending, Sending.dueAt(pending, later(pending.due(), by)));
    }
    return draft.freeze();
  }

  private static @Nullable Instant later(@Nullable Instant deadline, Duration by) {
    return deadline == null ? null : deadline.plus(by);
  }
}
