package dev.playloop.loop;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Draft;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;

/// Writes that outlive their call: of a run that is closed, or given up. Their answers may still
/// come.
final class Late {
  private Late() {}

  /// The write of a closed run is given up once it is due.
  static void overdue(Draft draft) {
    AgentState.Flight orphan = draft.orphan();
    if (orphan != null && draft.isDue(orphan.settleAt())) {
      giveUp(draft, orphan);
    }
  }

  private static void giveUp(Draft draft, AgentState.Flight orphan) {
    draft.orphan(null);
    draft.watch(orphan.action(), orphan.tool());
  }

  /// A result that no open call waits for. The effect of a late write is shown to the model next;
  /// anything else was dealt with before.
  static void arrived(Draft draft, ActionResult result) {
    AgentState.Flight orphan = draft.orphan();
    if (orphan != null && orphan.action().equals(result.action())) {
      if (result.status() == Status.EXPIRED) {
        return; // an earlier issue may still be at it: given up at `settleAt`
      }
      giveUp(draft, orphan);
    }
    boolean known =
        switch (result.status()) {
          case DONE, REFUSED, FAILED -> true;
          case EXPIRED, UNKNOWN, SKIPPED, TIMED_OUT -> false;
        };
    for (AgentState.Flight flight : draft.late()) {
      if (known && flight.action().equals(result.action())) {
        draft.unwatch(flight);
        tell(draft, flight, result.status() == Status.DONE);
      }
    }
  }

  private static void tell(Draft draft, AgentState.Flight flight, boolean happened) {
    String text = flight.tool() + (happened ? " did happen after all." : " did not happen.");
    if (draft.isOpen(flight.action().run())) {
      draft.run().notice("outcome_known", text);
    } else {
      Remembering.late(draft, flight, text);
    }
  }
}
