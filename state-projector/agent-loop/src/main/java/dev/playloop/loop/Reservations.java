package dev.playloop.loop;

import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Permit;
import dev.playloop.loop.state.Phase;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.LoopEvent.RunOutcome;
import dev.playloop.schemas.event.Route;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Objects;

/// What the world answers when it is asked to hold money for a call; see [Account].
final class Reservations {
  private Reservations() {}

  /// The world has answered: the turn goes out within what is held.
  static Next answered(Draft draft, Phase.Reserving reserving, ActionResult result) {
    return switch (result.status()) {
      case DONE ->
          call(draft, reserving, Account.held(draft, result.output()).min(reserving.usd()));
      case REFUSED -> {
        draft.run().enter(new Phase.Thinking()); // nothing is held
        yield new Next.End(RunOutcome.OUT_OF_BUDGET, why(result));
      }
      case FAILED -> fail(draft, result.status(), why(result));
      case EXPIRED, UNKNOWN, SKIPPED, TIMED_OUT -> Next.REST; // asked again once it is due
    };
  }

  private static Next call(Draft draft, Phase.Reserving reserving, BigDecimal held) {
    if (draft.halt() != null) {
      Account.release(draft, reserving.hold());
      return new Next.Issue(reserving.issues());
    }
    Route route =
        Objects.requireNonNull(
            draft.runConfig().route(draft.run().origin().triggerClass()), "it was asked for one");
    BigDecimal permit = held.min(Budget.permit(draft));
    return permit.signum() <= 0 && !Budget.isFree(route)
        ? new Next.End(RunOutcome.OUT_OF_BUDGET, "the world holds no money for another call")
        : new Next.Call(route, new Permit(permit, reserving.issues(), reserving.hold()));
  }

  /// No answer in all its time. What it may hold after all is given back, and asked for once more.
  static Next overdue(Draft draft, Phase.Reserving reserving) {
    Account.release(draft, reserving.hold());
    if (reserving.asked() < Pending.MAX_ISSUES) {
      Account.reserve(draft, reserving.usd(), reserving.issues(), reserving.asked() + 1);
      return Next.REST;
    }
    return fail(
        draft, ActionResult.Status.TIMED_OUT, "the world did not hold the money for a call");
  }

  private static Next fail(Draft draft, ActionResult.Status status, String why) {
    draft.run().enter(new Phase.Thinking()); // nothing is held, and nothing is called
    return new Next.Fall("account_" + status.name().toLowerCase(Locale.ROOT), why);
  }

  private static String why(ActionResult result) {
    return result.error() == null
        ? "the world holds no money for another call"
        : result.error().code() + ": " + result.error().message();
  }
}
