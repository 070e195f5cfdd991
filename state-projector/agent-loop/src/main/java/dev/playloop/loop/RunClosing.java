package dev.playloop.loop;

import dev.playloop.loop.people.Questions;
import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Flights;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.Run;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.Text;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.RunId;

/// Ends runs. What is in flight then stays in the state until it is answered or given up, and holds
/// the next run back, so that an agent never has two calls or two writes in flight.
final class RunClosing {
  private RunClosing() {}

  /// Ends the run, once no write of it is in doubt.
  static void end(Draft draft, RunOutcome outcome, String summary) {
    if (draft.run().doubt() == null) {
      close(draft, outcome, summary);
    } else {
      draft.run().enter(new Phase.Parked(outcome, shortened(summary)));
    }
  }

  static void atDeadline(Draft draft) {
    Run.Doubt doubt = draft.run().doubt();
    if (doubt == null) {
      close(draft, RunOutcome.DEADLINE, "the run's deadline passed");
    } else {
      close(draft, RunOutcome.UNKNOWN_WRITE, "the outcome of " + doubt.tool() + " is unknown");
    }
  }

  /// The run's deadline ends it once it is due, first of all, so that nothing is begun beyond it.
  static void overdue(Draft draft) {
    if (draft.openRun() != null && draft.isDue(draft.openRun().deadline())) {
      atDeadline(draft);
    }
  }

  static void cancel(Draft draft, String why) {
    if (draft.openRun() != null) {
      close(draft, RunOutcome.CANCELLED, why);
    }
  }

  /// The run of that id, if it is there.
  static void cancel(Draft draft, RunId run, String why) {
    if (draft.openRun() != null && draft.run().id().equals(run)) {
      cancel(draft, why);
    } else if (draft.runs().find(run) != null) {
      closeParked(draft, RunOutcome.CANCELLED, why);
    }
  }

  /// The open run and the parked one.
  static void cancelAll(Draft draft, String why) {
    cancel(draft, why);
    closeParked(draft, RunOutcome.CANCELLED, why);
  }

  /// A fold threw: no more is tried than to close. The parked run goes where no other did: else
  /// what it waits for might throw for ever.
  static void bug(Draft draft, String error) {
    if (draft.openRun() != null) {
      close(draft, RunOutcome.FAILED, "bug: " + error);
    } else {
      closeParked(draft, RunOutcome.FAILED, "bug: " + error);
    }
  }

  static void closeParked(Draft draft, RunOutcome outcome, String summary) {
    if (draft.runs().parked() != null) {
      draft.runs().swap();
      close(draft, outcome, summary);
      draft.runs().swap();
    }
  }

  private static void close(Draft draft, RunOutcome outcome, String summary) {
    RunDraft run = draft.run();
    keepFlights(draft, run);
    Questions.abandon(draft, run);
    String text = shortened(summary);
    LoopEvent.RunClosed closed =
        LoopEvent.RunClosed.of(run.id(), outcome, run.openedAt(), draft.at())
            .triggers(run.triggers())
            .summary(text)
            .turns(run.turns())
            .actions(run.taken().list())
            .costUsd(run.spentUsd());
    draft.command(new Command.CloseRun(closed));
    draft.event(closed);
    Remembering.closed(draft, outcome, text);
    draft.forgetRun();
  }

  /// Writes that are out stay known; calls that never went out end as SKIPPED.
  private static void keepFlights(Draft draft, RunDraft run) {
    if (run.doubt() != null) {
      draft.flights().watch(run.doubt().action(), run.doubt().tool());
    }
    if (run.phase() instanceof Phase.Reserving reserving) {
      Account.release(draft, reserving.hold());
    }
    if (!(run.phase() instanceof Phase.Acting acting)) {
      return;
    }
    for (Pending pending : acting.open()) {
      if (pending.kind() == Pending.Kind.SIMULATED) {
        continue; // it did nothing, and would have
      }
      switch (pending.progress()) {
        case HELD, PREVIEWED, ASKED -> run.take(pending.tool(), Status.SKIPPED);
        case OUT -> {
          boolean write = pending.kind() == Pending.Kind.WRITE;
          run.take(pending.tool(), write ? Status.UNKNOWN : Status.TIMED_OUT);
          if (write && pending.due() != null) {
            draft
                .flights()
                .orphan(
                    new Flights.Flight(
                        ActionId.of(acting.turn(), pending.number()),
                        pending.tool(),
                        pending.due()));
          }
        }
        case WAITING -> {}
      }
    }
  }

  private static String shortened(String text) {
    return Text.brief(text, Run.MAX_SUMMARY);
  }
}
