package dev.playloop.loop;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Permit;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Route;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/// Opens turns: one LLM call each, at most one in flight, within the limits and the money.
final class Turns {
  private Turns() {}

  /// A turn, unless the run has to end.
  static Next open(Draft draft, Next.Turn turn) {
    return switch (turn) {
      case FRESH -> open(draft, true);
      case AGAIN -> open(draft, false);
      case WITH_VIEW -> withView(draft);
    };
  }

  private static Next withView(Draft draft) {
    RunDraft run = draft.run();
    if (run.needVersion() == null) {
      return open(draft, true); // neither its trigger nor a write of it named a version
    }
    Instant until = draft.at().plus(viewWait(draft));
    run.enter(new Phase.Viewing(until));
    draft.command(new Command.AwaitView(run.needVersion(), until));
    return Next.REST;
  }

  private static Duration viewWait(Draft draft) {
    Duration ofTheWorld = draft.catalogue().viewWait();
    return ofTheWorld == null ? draft.policy().viewWait() : ofTheWorld;
  }

  /// The view that a turn may wait for has come.
  static Next viewReached(Draft draft, long version) {
    return draft.openRun() != null
            && draft.openRun().phase() instanceof Phase.Viewing
            && draft.openRun().needVersion() != null
            && version >= draft.openRun().needVersion()
        ? open(draft, true)
        : Next.REST;
  }

  private static Next open(Draft draft, boolean fresh) {
    RunDraft run = draft.run();
    int limit = draft.limits().turnsOrDefault();
    if (draft.halt() == null && draft.isDue(run.deadline())) { // it stands still in a halt
      RunClosing.atDeadline(draft);
      return Next.REST;
    }
    if (Queue.yields(draft)) {
      return Next.YIELD;
    }
    if (fresh && run.turns() >= limit) {
      return new Next.End(RunOutcome.OUT_OF_TURNS, "the limit of " + limit + " turns is reached");
    }
    if (fresh) {
      begin(draft, run, limit);
    }
    return issue(draft, 1);
  }

  private static void begin(Draft draft, RunDraft run, int limit) {
    run.beginTurn(limit);
    if (run.isFinalTurn()) {
      run.notice(
          "final_turn",
          "This is the last turn of this run and it has no tools. Answer with a short text that"
              + " sums up what was achieved and what was not.");
    } else {
      RunOpening.join(draft);
    }
  }

  /// Issues the open turn with a fresh permit, as soon as its world holds the money where that
  /// keeps an account; closes the run where there is no route or money. Waits while the agent is
  /// halted.
  static Next issue(Draft draft, int issues) {
    RunDraft run = draft.run();
    if (draft.halt() != null) {
      run.enter(new Phase.HeldBack(issues));
      return Next.REST;
    }
    Route route = draft.runConfig().route(run.origin().triggerClass());
    if (route == null) {
      return new Next.End(
          RunOutcome.FAILED,
          "no_route: the config has no route for "
              + run.origin().triggerClass().name().toLowerCase(Locale.ROOT)
              + " triggers; apply the agent again");
    }
    BigDecimal permit = Budget.permit(draft);
    if (permit.signum() <= 0 && !Budget.isFree(route)) {
      return new Next.End(RunOutcome.OUT_OF_BUDGET, Budget.describe(draft));
    }
    if (Account.isKept(draft)) {
      Account.reserve(draft, Budget.bound(draft, route, permit), issues, 1);
      return Next.REST;
    }
    return call(draft, new Next.Call(route, new Permit(permit, issues, null)));
  }

  /// Publishes the open turn.
  static Next call(Draft draft, Next.Call next) {
    RunDraft run = draft.run();
    Route route = next.route();
    Duration wait = draft.limits().turnTimeoutOrDefault();
    Instant latest = draft.at().plus(wait);
    Instant notAfter = latest.isAfter(run.deadline()) ? run.deadline() : latest;
    Instant settleAt = notAfter.plus(callTime(wait, route)).plus(draft.policy().grace());
    Permit permit = next.permit();
    BigDecimal bound = Budget.bound(draft, route, permit.usd());
    run.use(Math.min(run.candidate(), route.candidates().size() - 1));
    run.enter(new Phase.Thinking());
    draft.call(AgentState.Call.of(run.turn(), notAfter, settleAt, permit, bound));
    draft.command(new Command.OpenTurn(run.turn(), notAfter, route, run.candidate(), permit.usd()));
    return Next.REST;
  }

  /// The longest that a worker which began in time may take: every candidate once, or the turn's
  /// own limit where that is longer.
  private static Duration callTime(Duration wait, Route route) {
    Duration all =
        route.candidates().stream()
            .map(Route.Candidate::timeoutOrDefault)
            .reduce(Duration.ZERO, Duration::plus);
    return all.compareTo(wait) > 0 ? all : wait;
  }

  /// Nothing came of the call in flight in all its time: it is issued once more under the same id,
  /// then given up.
  static Next overdue(Draft draft) {
    AgentState.Call call = draft.call();
    if (call == null || !draft.isDue(call.settleAt())) {
      return Next.REST;
    }
    Budget.doubt(draft, call);
    draft.call(null);
    if (draft.openRun() == null) {
      return Next.REST;
    }
    if (call.issues() < Pending.MAX_ISSUES) {
      return issue(draft, call.issues() + 1);
    }
    return call.expired()
        ? new Next.Fall("expired", "no worker began the call in time, twice")
        : new Next.Fall("timeout", "no decision came in time, twice");
  }
}
