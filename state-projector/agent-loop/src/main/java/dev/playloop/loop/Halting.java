package dev.playloop.loop;

import dev.playloop.loop.state.ActingDraft;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.HaltScope;
import java.time.Duration;

/// A halt stops what would begin: no turn is opened, no write released, no run begun. What is under
/// way may end, and is folded. Deadlines stand still meanwhile and go on, shifted by the time that
/// the halt took, so that nothing ends because it had to wait.
final class Halting {
  private Halting() {}

  static void halted(Draft draft, HaltScope scope, String by) {
    if (draft.halt() == null) {
      draft.hold(new AgentState.Held(scope, by, draft.at()));
      draft.event(new LoopEvent.WorkHeld(scope, by));
    }
  }

  static Next resumed(Draft draft) {
    AgentState.Held halt = draft.halt();
    if (halt == null) {
      return Next.REST;
    }
    Duration held = Duration.between(halt.since(), draft.at());
    draft.hold(null);
    draft.event(new LoopEvent.WorkResumed(halt.scope(), halt.by(), held));
    draft.postpone(held);
    return draft.openRun() == null ? Next.REST : goOn(draft, draft.openRun());
  }

  /// The turn that the halt held back goes out, unless the run gives way to what came meanwhile.
  private static Next goOn(Draft draft, RunDraft run) {
    return switch (run.phase()) {
      case Phase.HeldBack held -> Queue.yields(draft) ? Next.YIELD : new Next.Issue(held.issues());
      case Phase.Acting acting -> new Next.Act(new ActingDraft(acting));
      case Phase.Reserving _, Phase.Thinking _, Phase.Deferred _ -> Next.REST;
      case Phase.Viewing _, Phase.Parked _ -> Next.REST;
    };
  }
}
