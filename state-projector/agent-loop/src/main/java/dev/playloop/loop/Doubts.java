package dev.playloop.loop;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import org.jspecify.annotations.Nullable;

/// Writes whose outcome is unknown. The world is asked by `reconcile`; until it, a late answer or a
/// person tells, no further write is released. The run's deadline ends it in any case.
final class Doubts {
  private Doubts() {}

  static void open(Draft draft, ActionId action, Run.Pending pending) {
    draft.run().doubt = new Run.Doubt(action, pending.tool(), pending.args(), 0, null, false);
    ask(draft);
  }

  private static void ask(Draft draft) {
    Run.Doubt doubt = java.util.Objects.requireNonNull(draft.run().doubt);
    Release.reconcile(draft, doubt.action(), doubt.tool(), doubt.args());
    draft.run().doubt =
        new Run.Doubt(
            doubt.action(),
            doubt.tool(),
            doubt.args(),
            doubt.asked() + 1,
            Release.settleAt(draft),
            doubt.told());
  }

  /// `reconcile` did not answer in its time.
  static void overdue(Draft draft, Run.Doubt doubt) {
    if (doubt.asked() < draft.policy.reconciles()) {
      ask(draft);
    } else {
      tell(draft, doubt, "nobody can tell whether it happened");
    }
  }

  static void answered(Draft draft, Run.Doubt doubt, ActionResult result) {
    switch (result.status()) {
      case DONE, REFUSED, FAILED -> clear(draft, doubt, result);
      case UNKNOWN -> {
        String why = result.error() == null ? "" : result.error().message();
        tell(draft, doubt, why.isEmpty() ? "nobody can tell whether it happened" : why);
      }
      case EXPIRED, SKIPPED, TIMED_OUT -> {} // asked again when it is due
    }
  }

  /// Nothing but a person or a late answer can clear it now: the model is told UNKNOWN.
  private static void tell(Draft draft, Run.Doubt doubt, String why) {
    RunDraft run = draft.run();
    run.doubt =
        new Run.Doubt(doubt.action(), doubt.tool(), doubt.args(), doubt.asked(), null, true);
    if (!doubt.told() && run.phase instanceof Run.Acting phase) {
      Run.Pending pending = Results.find(phase, doubt.action());
      if (pending != null) {
        ActingDraft acting = new ActingDraft(phase);
        Results.give(draft, acting, pending, Status.UNKNOWN, why);
        Acting.advance(draft, acting);
      }
    }
  }

  /// It is known now. The call gets its answer, or the model a notice where it was told UNKNOWN.
  static void clear(Draft draft, Run.Doubt doubt, ActionResult result) {
    RunDraft run = draft.run();
    run.doubt = null;
    Run.@Nullable Acting phase = run.phase instanceof Run.Acting acting ? acting : null;
    Run.Pending pending = phase == null ? null : Results.find(phase, doubt.action());
    if (phase != null && pending != null) {
      ActingDraft acting = new ActingDraft(phase);
      Results.answer(draft, acting, Release.withArgs(pending, doubt.args()), result);
      Acting.advance(draft, acting);
      return;
    }
    boolean happened = result.status() == Status.DONE;
    if (happened) {
      Results.replied(draft, doubt.tool(), doubt.args());
    }
    run.notice(
        "outcome_known",
        doubt.tool() + (happened ? " did happen after all." : " did not happen after all."));
    switch (run.phase) {
      case Run.Parked parked -> Closing.end(draft, parked.outcome(), parked.summary());
      case Run.Acting acting -> Acting.advance(draft, new ActingDraft(acting));
      case Run.Reserving ignored -> {}
      case Run.Thinking ignored -> {}
      case Run.Deferred ignored -> {}
      case Run.Viewing ignored -> {}
      case Run.HeldBack ignored -> {}
    }
  }
}
