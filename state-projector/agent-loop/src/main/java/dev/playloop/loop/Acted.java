package dev.playloop.loop;

import dev.playloop.schemas.event.LoopEvent.RunOutcome;

/// What follows when every call of a decision has its answer: the end of the run, or a next turn.
final class Acted {
  private Acted() {}

  static void goOn(Draft draft, ActingDraft acting) {
    RunDraft run = draft.run();
    if (acting.fallback) {
      Closing.end(draft, acting.failed ? RunOutcome.FAILED : RunOutcome.FALLBACK, acting.text);
      return;
    }
    Run.Finish finish = acting.finish;
    if (finish != null && !acting.failed) {
      if (Closing.mayRemind(draft)) {
        refuse(draft, finish, "still_open", "not yet: " + Goals.describe(run));
        Closing.remind(draft);
      } else {
        run.importance = finish.importance();
        Closing.done(draft, finish.summary());
        return;
      }
    } else if (finish != null) {
      refuse(
          draft,
          finish,
          "not_finished",
          "not finished, because a call of this answer did not succeed");
    } else if (acting.ends && !acting.failed && !acting.looked && !Goals.isOpen(run)) {
      Closing.done(draft, acting.text.isBlank() ? "replied" : acting.text);
      return;
    }
    if (acting.moved) {
      Turns.nextWithView(draft);
    } else {
      Turns.next(draft);
    }
  }

  private static void refuse(Draft draft, Run.Finish finish, String code, String message) {
    draft.put(
        finish.slot(), Outputs.error(finish.callId(), "finish", "refused", code, message, null));
  }
}
