package dev.playloop.projector.loop;

import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.DropReason;
import java.math.BigDecimal;

/// An input that made the fold throw. Does as little as possible, so that it does not throw as
/// well: closes the run, ends what the input would have ended, and looks again a little later.
final class Poison {
  private static final int MAX_ERROR = 300;

  private Poison() {}

  static void taken(Draft draft, Input input, String error) {
    String text = error.length() <= MAX_ERROR ? error : error.substring(0, MAX_ERROR);
    draft.poisoned++;
    draft.events.add(new LoopEvent.Poisoned(input.id(), text));
    Closing.bug(draft, text);
    switch (input) {
      case Input.TriggerArrived arrived ->
          draft.drop(
              String.valueOf(arrived.trigger().id()),
              arrived.duplicate() ? DropReason.DUPLICATE : DropReason.POISONED);
      case Input.DecisionMade made -> {
        AgentState.Call call = draft.call;
        boolean ended = !(made.decision().outcome() instanceof Decision.Expired);
        BigDecimal cost = made.decision().costUsd();
        if (call == null || !call.turn().equals(made.decision().turn())) {
          Budget.late(draft, made.decision());
        } else if (ended) {
          Budget.count(draft, call, cost == null ? call.boundUsd() : cost);
          draft.call = null;
        }
      }
      case Input.ActionDone done -> {
        boolean ended = done.result().status() != ActionResult.Status.EXPIRED;
        if (draft.orphan != null && ended && draft.orphan.action().equals(done.result().action())) {
          draft.orphan = null;
        }
      }
      case Input.DeadlinePassed ignored -> {
        if (draft.call != null && draft.isDue(draft.call.settleAt())) {
          Budget.doubt(draft, draft.call);
          draft.call = null;
        }
        if (draft.orphan != null && draft.isDue(draft.orphan.settleAt())) {
          draft.orphan = null;
        }
        Lane.dropUnknown(draft);
      }
      case Input.ConfigChanged changed -> Controls.configured(draft, changed.config());
      case Input.ViewReached ignored -> {}
      case Input.Controlled controlled -> Controls.controlled(draft, controlled.control());
    }
    if (draft.quarantined()) {
      draft.events.add(new LoopEvent.Quarantined(draft.agent));
      Lane.dropAll(draft, DropReason.QUARANTINED);
    }
    draft.wake = draft.queue.isEmpty() ? null : draft.at.plus(draft.policy.deferFloor());
  }
}
