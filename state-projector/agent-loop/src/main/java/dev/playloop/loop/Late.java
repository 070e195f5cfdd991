package dev.playloop.loop;

import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Flights;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import org.jspecify.annotations.Nullable;

/// Writes that outlive their call: of a run that is closed, or given up. Their answers may still
/// come.
final class Late {
  private Late() {}

  /// The write of a closed run is given up once it is due.
  static void overdue(Draft draft) {
    Flights.Flight orphan = draft.flights().orphan();
    if (orphan != null && draft.isDue(orphan.settleAt())) {
      giveUp(draft, orphan);
    }
  }

  private static void giveUp(Draft draft, Flights.Flight orphan) {
    draft.flights().orphan(null);
    draft.flights().watch(orphan.action(), orphan.tool());
  }

  /// A result that no open call waits for. The effect of a late write is shown to the model next;
  /// anything else was dealt with before.
  static void arrived(Draft draft, ActionResult result) {
    Flights.Flight orphan = draft.flights().orphan();
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
    Flights.Flight flight = known ? find(draft, result.action()) : null;
    if (flight != null) {
      known(draft, flight, result.status() == Status.DONE);
    }
  }

  /// The write whose answer may still come; null where that is none.
  static Flights.@Nullable Flight find(Draft draft, ActionId action) {
    return draft.flights().late().stream()
        .filter(flight -> flight.action().equals(action))
        .findFirst()
        .orElse(null);
  }

  /// It is known now whether it happened.
  static void known(Draft draft, Flights.Flight flight, boolean happened) {
    draft.flights().unwatch(flight);
    tell(draft, flight, happened);
  }

  private static void tell(Draft draft, Flights.Flight flight, boolean happened) {
    String text = flight.tool() + (happened ? " did happen after all." : " did not happen.");
    RunDraft run = draft.runs().find(flight.action().run());
    if (run != null) {
      run.notice("outcome_known", text);
    } else {
      Remembering.late(draft, flight, text);
    }
  }
}
