package dev.playloop.loop.people;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Asking.Ask;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.event.ApprovalEvent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A run that does nothing but wait for people leaves the agent to others: it is parked, with its
/// deadline standing still, until what they said can be carried out.
public final class Parking {
  private Parking() {}

  /// Parks the open run where it only waits for people.
  public static void settle(Draft draft) {
    RunDraft run = draft.openRun();
    if (run != null && draft.runs().parked() == null && onlyAsks(run)) {
      AgentState.Held halt = draft.halt(); // which made its deadline stand still before
      draft.runs().park(halt == null ? draft.at() : halt.since());
      draft.event(new ApprovalEvent.RunParked(run.id()));
    }
  }

  private static boolean onlyAsks(RunDraft run) {
    Ask ask = run.asking().ask();
    return ask != null
        && ask.isOpen()
        && run.doubt() == null
        && run.phase() instanceof Phase.Acting acting
        && acting.open().stream().allMatch(Parking::rests);
  }

  private static boolean rests(Pending pending) {
    return switch (pending.progress()) {
      case HELD, ASKED -> true;
      case PREVIEWED, OUT, WAITING -> false;
    };
  }

  /// Whether the parked run goes on now: its question has ended, and nothing of another run is open
  /// or in flight.
  public static boolean mayResume(Draft draft) {
    RunDraft parked = draft.runs().parked();
    Ask ask = parked == null ? null : parked.asking().ask();
    return parked != null
        && (ask == null || ask.verdict() != null)
        && draft.openRun() == null
        && draft.call() == null
        && draft.flights().orphan() == null
        && draft.halt() == null;
  }

  /// The parked run is open again.
  public static RunDraft resume(Draft draft) {
    Duration waited = draft.runs().resume(draft.at());
    RunDraft run = draft.run();
    draft.event(new ApprovalEvent.RunResumed(run.id(), waited));
    return run;
  }

  /// The write that the parked run waits for; null where none is parked.
  public static @Nullable Pending waiting(Draft draft) {
    RunDraft parked = draft.runs().parked();
    Ask ask = parked == null ? null : parked.asking().ask();
    return ask != null && parked != null && parked.phase() instanceof Phase.Acting acting
        ? acting.find(ask.action())
        : null;
  }
}
