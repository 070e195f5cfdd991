package dev.playloop.loop;

import dev.playloop.loop.state.ActingDraft;
import dev.playloop.loop.state.Permit;
import dev.playloop.loop.state.Run;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Route;

/// What follows within the fold of one input. Whoever decides on it returns it, and only [Fold]
/// carries it out, so that the way of a decision can be read in one place.
sealed interface Next {
  Next REST = new Rest();

  /// The run gives way to what waits.
  Next YIELD = new End(RunOutcome.PREEMPTED, "gave way to a conversation");

  /// Nothing more: the agent waits for its next input.
  record Rest() implements Next {}

  /// A turn of the open run, unless that has to end.
  enum Turn implements Next {
    /// The next one.
    FRESH,
    /// The same one, after it was deferred.
    AGAIN,
    /// The next one, as soon as the view shows the last write, or what the trigger is about.
    WITH_VIEW
  }

  /// The open turn is issued, for the `issues`th time since it was last deferred.
  record Issue(int issues) implements Next {}

  /// The open turn is published.
  record Call(Route route, Permit permit) implements Next {}

  /// The calls of a decision are judged and carried out.
  record Begin(Decision.Answered answered) implements Next {}

  /// Calls are carried out, as far as they may be now.
  record Act(ActingDraft acting) implements Next {}

  /// Every call has its answer.
  record Acted(ActingDraft acting) implements Next {}

  /// The model ends the run by this text.
  record Say(String text) implements Next {}

  /// The outcome of the write in doubt is known.
  record Clear(Run.Doubt doubt, ActionResult result) implements Next {}

  /// The LLM failed for good.
  record Fall(String failure, String message) implements Next {}

  /// The run ends, once no write of it is in doubt.
  record End(RunOutcome outcome, String summary) implements Next {}
}
