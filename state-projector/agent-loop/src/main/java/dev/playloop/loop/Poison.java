package dev.playloop.loop;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Input;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;

/// An input that made the fold throw. Does as little as possible, so that it does not throw as
/// well: closes the run, ends what the input would have ended, and looks again a little later.
final class Poison {
  private static final int MAX_ERROR = 300;

  private Poison() {}

  static void taken(Draft draft, Input input, String error) {
    String text = Text.cut(error, MAX_ERROR);
    draft.poison();
    draft.event(new LoopEvent.Poisoned(input.id(), text));
    pay(draft, input); // before the run closes, which says what it did cost
    RunClosing.bug(draft, text);
    switch (input) {
      case Input.TriggerArrived arrived ->
          draft.drop(
              String.valueOf(arrived.trigger().id()),
              arrived.duplicate() ? DropReason.DUPLICATE : DropReason.POISONED);
      case Input.ActionDone done -> {
        boolean ended = done.result().status() != ActionResult.Status.EXPIRED;
        if (draft.flights().orphan() != null
            && ended
            && draft.flights().orphan().action().equals(done.result().action())) {
          draft.flights().orphan(null);
        }
      }
      case Input.DeadlinePassed _ -> {
        if (draft.flights().orphan() != null && draft.isDue(draft.flights().orphan().settleAt())) {
          draft.flights().orphan(null);
        }
        Queue.dropUnknown(draft);
      }
      case Input.DecisionMade _, Input.ActionProgressed _, Input.ViewReached _ -> {}
      case Input.CatalogueLost _, Input.WorldRetired _ -> {} // no run is open any more
      // these can not throw now that no run is open: they are folded after this
      case Input.ConfigChanged _, Input.Controlled _, Input.Halted _, Input.Resumed _ -> {}
    }
  }

  /// The input is dealt with.
  static void settled(Draft draft) {
    if (draft.quarantined()) {
      draft.event(new LoopEvent.Quarantined(draft.agent()));
      Queue.dropAll(draft, DropReason.QUARANTINED);
      RunClosing.closeParked(draft, RunOutcome.FAILED, "the agent is quarantined");
    }
    boolean rests = draft.queue().isEmpty() && draft.runs().parked() == null;
    draft.wakeAt(rests ? null : draft.at().plus(draft.policy().deferFloor()));
  }

  private static void pay(Draft draft, Input input) {
    if (input instanceof Input.DecisionMade made) {
      settle(draft, made.decision());
    } else if (input instanceof Input.DeadlinePassed
        && draft.call() != null
        && draft.isDue(draft.call().settleAt())) {
      Budget.doubt(draft, draft.call());
      draft.call(null);
    }
  }

  /// What a call did cost is owed, whatever its answer says.
  private static void settle(Draft draft, Decision decision) {
    AgentState.Call call = draft.call();
    if (call == null || !call.turn().equals(decision.turn())) {
      Budget.late(draft, decision);
    } else if (!(decision.outcome() instanceof Decision.Expired)) {
      draft.call(null);
      Budget.settle(draft, call, decision);
    }
  }
}
