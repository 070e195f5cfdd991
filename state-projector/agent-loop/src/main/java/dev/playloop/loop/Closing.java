package dev.playloop.loop;

import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.id.ActionId;
import java.util.List;

/// Ends runs. What is in flight then stays in the state until it is answered or given up, and holds
/// the next run back, so that an agent never has two calls or two writes in flight.
final class Closing {
  static final int MAX_SUMMARY = 500;
  private static final int MAX_LATE = 16;

  private Closing() {}

  /// The model answered with text alone: the run ends, after one reminder of what is open.
  static void wish(Draft draft, String text) {
    if (mayRemind(draft)) {
      remind(draft);
      Turns.next(draft);
    } else {
      done(draft, text);
    }
  }

  /// Whether something is open, the reminder was not given, and a turn with tools is left.
  static boolean mayRemind(Draft draft) {
    RunDraft run = draft.run();
    return Goals.isOpen(run)
        && !run.goals.reminded()
        && run.turns + 1 < draft.limits().turnsOrDefault();
  }

  static void remind(Draft draft) {
    RunDraft run = draft.run();
    Goals.reminded(run);
    run.notice(
        "still_open",
        "This run is not over: "
            + Goals.describe(run)
            + ". Do that now, or mark the plan's steps done; otherwise end the run again.");
  }

  /// The model is done. A reply that is still owed is not called completed.
  static void done(Draft draft, String summary) {
    RunDraft run = draft.run();
    if (run.finalTurn && Goals.isOpen(run)) {
      end(draft, RunOutcome.OUT_OF_TURNS, summary);
    } else if (!run.goals.owed().isEmpty()) {
      end(draft, RunOutcome.STUCK, Goals.describe(run) + "; " + summary);
    } else {
      end(draft, RunOutcome.COMPLETED, summary);
    }
  }

  /// Ends the run, once no write of it is in doubt.
  static void end(Draft draft, RunOutcome outcome, String summary) {
    if (draft.run().doubt == null) {
      close(draft, outcome, summary);
    } else {
      draft.run().phase = new Run.Parked(outcome, shortened(summary));
    }
  }

  static void atDeadline(Draft draft) {
    Run.Doubt doubt = draft.run().doubt;
    if (doubt == null) {
      close(draft, RunOutcome.DEADLINE, "the run's deadline passed");
    } else {
      close(draft, RunOutcome.UNKNOWN_WRITE, "the outcome of " + doubt.tool() + " is unknown");
    }
  }

  static void cancel(Draft draft, String why) {
    if (draft.run != null) {
      close(draft, RunOutcome.CANCELLED, why);
    }
  }

  /// A fold threw: no more is tried than to close.
  static void bug(Draft draft, String error) {
    if (draft.run != null) {
      close(draft, RunOutcome.FAILED, "bug: " + error);
    }
  }

  private static void close(Draft draft, RunOutcome outcome, String summary) {
    RunDraft run = draft.run();
    keepFlights(draft, run);
    String text = shortened(summary);
    LoopEvent.RunClosed closed =
        new LoopEvent.RunClosed(
            run.id,
            run.triggers,
            outcome,
            text,
            run.turns,
            run.taken.list(),
            run.spentUsd,
            run.openedAt,
            draft.at);
    draft.commands.add(new Command.CloseRun(closed));
    draft.events.add(closed);
    Remembering.closed(draft, outcome, text);
    draft.forgetRun();
  }

  /// Writes that are out stay known; calls that never went out end as SKIPPED.
  private static void keepFlights(Draft draft, RunDraft run) {
    if (run.doubt != null) {
      watch(draft, run.doubt.action(), run.doubt.tool());
    }
    if (run.phase instanceof Run.Reserving reserving) {
      Account.release(draft, reserving.hold());
    }
    if (!(run.phase instanceof Run.Acting acting)) {
      return;
    }
    for (Run.Pending pending : acting.open()) {
      switch (pending.progress()) {
        case HELD, ASKED -> run.take(pending.tool(), Status.SKIPPED);
        case OUT -> {
          boolean write = pending.kind() == Run.Kind.WRITE;
          run.take(pending.tool(), write ? Status.UNKNOWN : Status.TIMED_OUT);
          if (write && pending.due() != null) {
            draft.orphan =
                new AgentState.Flight(
                    acting.turn().action(pending.number()), pending.tool(), pending.due());
          }
        }
        case WAITING -> {}
      }
    }
  }

  /// Remembers a write whose answer may still come.
  static void watch(Draft draft, ActionId action, String tool) {
    draft.late.add(new AgentState.Flight(action, tool, draft.at));
    if (draft.late.size() > MAX_LATE) {
      draft.late.removeFirst();
    }
  }

  /// The write of a closed run is given up; its answer may still come.
  static void giveUpOrphan(Draft draft, AgentState.Flight orphan) {
    draft.orphan = null;
    watch(draft, orphan.action(), orphan.tool());
  }

  /// A result that no open call waits for. The effect of a late write is shown to the model next;
  /// anything else was dealt with before.
  static void lateResult(Draft draft, ActionResult result) {
    AgentState.Flight orphan = draft.orphan;
    if (orphan != null && orphan.action().equals(result.action())) {
      if (result.status() == Status.EXPIRED) {
        return; // an earlier issue may still be at it: given up at `settleAt`
      }
      giveUpOrphan(draft, orphan);
    }
    boolean known =
        switch (result.status()) {
          case DONE, REFUSED, FAILED -> true;
          case EXPIRED, UNKNOWN, SKIPPED, TIMED_OUT -> false;
        };
    for (AgentState.Flight flight : List.copyOf(draft.late)) {
      if (known && flight.action().equals(result.action())) {
        draft.late.remove(flight);
        tell(draft, flight, result.status() == Status.DONE);
      }
    }
  }

  private static void tell(Draft draft, AgentState.Flight flight, boolean happened) {
    String text = flight.tool() + (happened ? " did happen after all." : " did not happen.");
    if (draft.run != null && draft.run.id.equals(flight.action().run())) {
      draft.run.notice("outcome_known", text);
    } else {
      Remembering.late(draft, flight, text);
    }
  }

  private static String shortened(String text) {
    return Text.brief(text, MAX_SUMMARY);
  }
}
