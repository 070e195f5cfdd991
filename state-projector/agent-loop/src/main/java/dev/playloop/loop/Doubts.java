package dev.playloop.loop;

import dev.playloop.loop.people.Answers;
import dev.playloop.loop.state.ActingDraft;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Flights;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.Run;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.ApprovalEvent.Why;
import dev.playloop.schemas.json.Json;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

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

  /// A person says what became of a write that nobody knows it of.
  static Next confirmed(Draft draft, ApprovalControl.Confirm said) {
    Run.Doubt doubt = draft.openRun() == null ? null : draft.openRun().doubt();
    boolean open = doubt != null && doubt.action().equals(said.action());
    Flights.Flight late = open ? null : Late.find(draft, said.action());
    Why why =
        doubt != null && open
            ? Answers.refusal(draft, said, doubt.tool(), doubt.args())
            : late != null ? Answers.refusal(draft, said, late.tool(), null) : Why.NOT_IN_DOUBT;
    if (why != null) {
      draft.event(new ApprovalEvent.Ignored(said.action(), why, said.author()));
      return Next.REST;
    }
    draft.event(
        new ApprovalEvent.Confirmed(said.action(), said.happened(), said.author(), said.reason()));
    if (late != null) {
      Late.known(draft, late, said.happened());
      return Next.REST;
    }
    return new Next.Clear(Objects.requireNonNull(doubt), outcome(draft, said));
  }

  private static ActionResult outcome(Draft draft, ApprovalControl.Confirm said) {
    String by = said.author().subject();
    if (said.happened()) {
      ObjectNode confirmed = Json.NODES.objectNode().put("confirmedBy", by);
      return ActionResult.done(said.action(), draft.agent(), confirmed, null);
    }
    String reason = said.reason() == null ? "" : ": " + said.reason();
    return ActionResult.failed(
        said.action(),
        draft.agent(),
        Status.FAILED,
        new ActionResult.ActionError(
            "not_done", "it did not happen, says " + by + reason, null, false));
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
    run.doubt(null);
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
