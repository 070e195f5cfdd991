package dev.playloop.loop;

import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.id.ActionId;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Opens turns: one LLM call each, at most one in flight, within the limits and the money.
final class Turns {
  static final int MAX_ISSUES = 2;

  private Turns() {}

  /// The run's next turn, unless it has to end.
  static void next(Draft draft) {
    open(draft, true);
  }

  /// The same turn again, after it was deferred.
  static void again(Draft draft) {
    open(draft, false);
  }

  /// The next turn, as soon as the view shows the last write.
  static void nextWithView(Draft draft) {
    RunDraft run = draft.run();
    if (run.needVersion == null) {
      next(draft); // no write of this run named a version
      return;
    }
    Instant until = draft.at.plus(draft.policy.viewWait());
    run.phase = new Run.Viewing(until);
    draft.commands.add(new Command.AwaitView(run.needVersion, until));
  }

  private static void open(Draft draft, boolean fresh) {
    RunDraft run = draft.run();
    int limit = draft.limits().turnsOrDefault();
    if (draft.isDue(run.deadline)) {
      Closing.atDeadline(draft);
    } else if (Lane.yields(draft)) {
      Closing.end(draft, RunOutcome.PREEMPTED, "gave way to a conversation");
    } else if (fresh && run.turns >= limit) {
      Closing.end(draft, RunOutcome.OUT_OF_TURNS, "the limit of " + limit + " turns is reached");
    } else {
      if (fresh) {
        begin(draft, run, limit);
      }
      issue(draft, 1);
    }
  }

  private static void begin(Draft draft, RunDraft run, int limit) {
    run.turns++;
    run.finalTurn = limit > 1 && run.turns == limit;
    if (run.finalTurn) {
      run.notice(
          "final_turn",
          "This is the last turn of this run and it has no tools. Answer with a short text that"
              + " sums up what was achieved and what was not.");
    } else {
      Opening.join(draft);
    }
  }

  /// The turn that a halt held back, unless the run gives way to what came meanwhile.
  static void resume(Draft draft, Run.HeldBack held) {
    if (Lane.yields(draft)) {
      Closing.end(draft, RunOutcome.PREEMPTED, "gave way to a conversation");
    } else {
      issue(draft, held.issues());
    }
  }

  /// Issues the open turn with a fresh permit, as soon as its world holds the money where that
  /// keeps an account; closes the run where there is no route or money. Waits while the agent is
  /// halted.
  static void issue(Draft draft, int issues) {
    RunDraft run = draft.run();
    if (draft.halt != null) {
      run.phase = new Run.HeldBack(issues);
      return;
    }
    Route route = draft.runConfig().route(run.origin.triggerClass());
    if (route == null) {
      Closing.end(
          draft,
          RunOutcome.FAILED,
          "no_route: the config has no route for "
              + run.origin.triggerClass().name().toLowerCase(java.util.Locale.ROOT)
              + " triggers; apply the agent again");
      return;
    }
    BigDecimal permit = Budget.permit(draft);
    if (permit.signum() <= 0 && !Budget.isFree(route)) {
      Closing.end(draft, RunOutcome.OUT_OF_BUDGET, Budget.describe(draft));
      return;
    }
    if (Account.isKept(draft)) {
      Account.reserve(draft, Budget.bound(draft, route, permit), issues);
    } else {
      call(draft, route, permit, issues, null);
    }
  }

  /// Publishes the open turn.
  static void call(
      Draft draft, Route route, BigDecimal permit, int issues, @Nullable ActionId hold) {
    RunDraft run = draft.run();
    Duration wait = draft.limits().turnTimeoutOrDefault();
    Instant latest = draft.at.plus(wait);
    Instant notAfter = latest.isAfter(run.deadline) ? run.deadline : latest;
    Instant settleAt = notAfter.plus(callTime(wait, route)).plus(draft.policy.grace());
    run.candidate = Math.min(run.candidate, route.candidates().size() - 1);
    run.phase = new Run.Thinking();
    draft.call =
        new AgentState.Call(
            run.turn(),
            notAfter,
            settleAt,
            permit,
            Budget.bound(draft, route, permit),
            issues,
            false,
            hold);
    draft.commands.add(new Command.OpenTurn(run.turn(), notAfter, route, run.candidate, permit));
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
  static void overdue(Draft draft, AgentState.Call call) {
    Budget.doubt(draft, call);
    draft.call = null;
    if (draft.run == null) {
      return;
    }
    if (call.issues() < MAX_ISSUES) {
      issue(draft, call.issues() + 1);
    } else {
      Fallback.run(
          draft,
          call.expired() ? "expired" : "timeout",
          call.expired()
              ? "no worker began the call in time, twice"
              : "no decision came in time, twice");
    }
  }
}
