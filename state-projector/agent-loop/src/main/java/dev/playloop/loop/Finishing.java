package dev.playloop.loop;

import dev.playloop.loop.prompt.Outputs;
import dev.playloop.loop.prompt.Refusal;
import dev.playloop.loop.state.ActingDraft;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.loop.state.Slot;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;

/// Whether the model may end its run: it is reminded once of what is open, and a reply that is
/// still owed is not called completed.
final class Finishing {
  private Finishing() {}

  /// The model answered with text alone.
  static Next said(Draft draft, String text) {
    if (mayRemind(draft)) {
      remind(draft);
      return Next.Turn.FRESH;
    }
    return done(draft, text);
  }

  /// Every call of a decision has its answer: the end of the run, or a next turn.
  static Next acted(Draft draft, ActingDraft acting) {
    RunDraft run = draft.run();
    if (acting.isFallback()) {
      return new Next.End(acting.failed() ? RunOutcome.FAILED : RunOutcome.FALLBACK, acting.text());
    }
    String stuck = run.stuckAt(draft.policy().strikes());
    if (stuck != null) {
      return new Next.End(
          RunOutcome.STUCK,
          stuck + " was refused " + draft.policy().strikes() + " times with the same arguments");
    }
    Phase.Finish finish = acting.finish();
    if (finish != null && !acting.failed()) {
      if (!mayRemind(draft)) {
        run.matters(finish.importance());
        return done(draft, finish.summary());
      }
      refuse(draft, finish, "still_open", "not yet: " + run.goals().describe());
      remind(draft);
    } else if (finish != null) {
      refuse(
          draft,
          finish,
          "not_finished",
          "not finished, because a call of this answer did not succeed");
    } else if (acting.ends() && !acting.failed() && !acting.looked() && !run.goals().isOpen()) {
      return done(draft, acting.text().isBlank() ? "replied" : acting.text());
    }
    return acting.moved() ? Next.Turn.WITH_VIEW : Next.Turn.FRESH;
  }

  private static void refuse(Draft draft, Phase.Finish finish, String code, String message) {
    Slot slot = new Slot(0, finish.slot(), finish.callId(), "finish");
    draft.put(slot.index(), Outputs.refused(slot, Refusal.of("refused", code, message)));
  }

  /// Whether something is open, the reminder was not given, and a turn with tools is left.
  private static boolean mayRemind(Draft draft) {
    RunDraft run = draft.run();
    return run.goals().isOpen()
        && !run.goals().reminded()
        && run.turns() + 1 < draft.limits().turnsOrDefault();
  }

  private static void remind(Draft draft) {
    RunDraft run = draft.run();
    run.aim(run.goals().reminding());
    run.notice(
        "still_open",
        "This run is not over: "
            + run.goals().describe()
            + ". Do that now, or mark the plan's steps done; otherwise end the run again.");
  }

  private static Next done(Draft draft, String summary) {
    RunDraft run = draft.run();
    if (run.isFinalTurn() && run.goals().isOpen()) {
      return new Next.End(RunOutcome.OUT_OF_TURNS, summary);
    }
    if (!run.goals().owed().isEmpty()) {
      return new Next.End(RunOutcome.STUCK, run.goals().describe() + "; " + summary);
    }
    return new Next.End(RunOutcome.COMPLETED, summary);
  }
}
