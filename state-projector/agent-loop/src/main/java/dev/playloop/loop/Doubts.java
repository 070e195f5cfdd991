package dev.playloop.loop;

import dev.playloop.loop.state.ActingDraft;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.Run;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;

/// Ends the doubt about a write: by what `reconcile` answers, by a late answer, or by a person. The
/// run's deadline ends it in any case.
final class Doubts {
  private static final String NOBODY_KNOWS = "nobody can tell whether it happened";

  private Doubts() {}

  /// `reconcile` did not answer in its time.
  static Next overdue(Draft draft) {
    Run.Doubt doubt = draft.openRun() == null ? null : draft.openRun().doubt();
    if (doubt == null || !draft.isDue(doubt.due())) {
      return Next.REST;
    }
    if (doubt.asked() < draft.policy().reconciles()) {
      Sending.askAboutDoubt(draft);
      return Next.REST;
    }
    return tell(draft, doubt, NOBODY_KNOWS);
  }

  static Next answered(Draft draft, Run.Doubt doubt, ActionResult result) {
    return switch (result.status()) {
      case DONE, REFUSED, FAILED -> clear(draft, doubt, result);
      case UNKNOWN -> {
        String why = result.error() == null ? "" : result.error().message();
        yield tell(draft, doubt, why.isEmpty() ? NOBODY_KNOWS : why);
      }
      case EXPIRED, SKIPPED, TIMED_OUT -> Next.REST; // asked again when it is due
    };
  }

  /// Nothing but a person or a late answer can clear it now: the model is told UNKNOWN.
  private static Next tell(Draft draft, Run.Doubt doubt, String why) {
    RunDraft run = draft.run();
    run.doubt(doubt.unanswered());
    Pending pending =
        !doubt.told() && run.phase() instanceof Phase.Acting acting
            ? acting.find(doubt.action())
            : null;
    if (pending == null || !(run.phase() instanceof Phase.Acting phase)) {
      return Next.REST;
    }
    ActingDraft acting = new ActingDraft(phase);
    Results.give(draft, acting, pending, Status.UNKNOWN, why);
    return new Next.Act(acting);
  }

  /// It is known now. The call gets its answer, or the model a notice where it was told UNKNOWN.
  static Next clear(Draft draft, Run.Doubt doubt, ActionResult result) {
    RunDraft run = draft.run();
    run.endDoubt();
    Pending pending =
        run.phase() instanceof Phase.Acting acting ? acting.find(doubt.action()) : null;
    if (pending != null && run.phase() instanceof Phase.Acting phase) {
      ActingDraft acting = new ActingDraft(phase);
      Results.answer(draft, acting, pending.withArgs(doubt.args()), result);
      return new Next.Act(acting);
    }
    boolean happened = result.status() == Status.DONE;
    if (happened) {
      Results.replied(draft, doubt.tool(), doubt.args());
    }
    run.notice(
        "outcome_known",
        doubt.tool() + (happened ? " did happen after all." : " did not happen after all."));
    return switch (run.phase()) {
      case Phase.Parked parked -> new Next.End(parked.outcome(), parked.summary());
      case Phase.Acting acting -> new Next.Act(new ActingDraft(acting));
      case Phase.Reserving _, Phase.Thinking _, Phase.Deferred _ -> Next.REST;
      case Phase.Viewing _, Phase.HeldBack _ -> Next.REST;
    };
  }
}
