package dev.playloop.loop;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Money;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Route;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.function.Function;

/// Money: reserved as a permit before a call, settled with its decision. An agent has one call in
/// flight, so the permit of a turn is all that is left of its run and day. Days are UTC; a call
/// counts on the day it is settled.
final class Budget {
  private static final BigDecimal MILLION = new BigDecimal(1_000_000);
  private static final long FIXED_BYTES = 96 * 1024;

  private Budget() {}

  /// What the next call may cost: the rest of the run's and of the day's cap. Lower caps in a newer
  /// config count at once.
  static BigDecimal permit(Draft draft) {
    BigDecimal run = cap(draft, AgentConfig.Caps::usdPerRun).subtract(draft.run().spentUsd());
    BigDecimal day = cap(draft, AgentConfig.Caps::usdPerDay).subtract(today(draft).spentUsd());
    return run.min(day).max(BigDecimal.ZERO);
  }

  private static BigDecimal cap(Draft draft, Function<AgentConfig.Caps, BigDecimal> which) {
    BigDecimal own = which.apply(draft.runConfig().caps());
    return draft.config() == null ? own : own.min(which.apply(draft.config().caps()));
  }

  static String describe(Draft draft) {
    return "spent "
        + draft.run().spentUsd().toPlainString()
        + " of "
        + cap(draft, AgentConfig.Caps::usdPerRun).toPlainString()
        + " USD in this run and "
        + draft.money().spentUsd().toPlainString()
        + " of "
        + cap(draft, AgentConfig.Caps::usdPerDay).toPlainString()
        + " USD today";
  }

  static boolean isFree(Route route) {
    return route.candidates().stream()
        .map(Route.Candidate::prices)
        .allMatch(
            p -> p.input().signum() == 0 && p.cached().signum() == 0 && p.output().signum() == 0);
  }

  /// The most a call can have cost whose decision never comes: every candidate once with the whole
  /// prompt, a byte counted as a token, and the longest answer; never more than the permit.
  static BigDecimal bound(Draft draft, Route route, BigDecimal permit) {
    BigDecimal bytes = BigDecimal.valueOf(draft.run().transcript().bytes() + FIXED_BYTES);
    BigDecimal bound = BigDecimal.ZERO;
    for (Route.Candidate candidate : route.candidates()) {
      BigDecimal input = candidate.prices().input().multiply(bytes);
      BigDecimal output =
          candidate.prices().output().multiply(BigDecimal.valueOf(candidate.maxOutputTokens()));
      bound = bound.add(input.add(output).divide(MILLION));
    }
    return bound.min(permit);
  }

  /// Settles the call in flight. False where this decision was settled before.
  static boolean settle(Draft draft, AgentState.Call call, Decision decision) {
    if (!once(draft, decision)) {
      return false;
    }
    count(draft, call, decision.costUsd());
    Account.settle(draft, call.hold(), decision);
    return true;
  }

  /// Counts what a call in flight did cost.
  static void count(Draft draft, AgentState.Call call, BigDecimal usd) {
    spend(draft, call.turn().run(), usd);
    overrun(draft, call.turn().run(), usd.subtract(call.permitUsd()));
  }

  /// Settles a decision that nobody waits for any more: its cost replaces the doubt. Without a
  /// doubt it was settled before.
  static void late(Draft draft, Decision decision) {
    TurnId turn = decision.turn();
    Money.Doubt doubt = today(draft).doubt(turn);
    if (doubt == null || !once(draft, decision)) {
      return;
    }
    BigDecimal beyond = decision.costUsd().subtract(doubt.usd());
    draft.pay(draft.money().cleared(doubt));
    spend(draft, turn.run(), beyond);
    overrun(draft, turn.run(), beyond);
    Account.settle(draft, doubt.hold(), decision);
  }

  /// A call that never answered: counted at the most it can have cost, unless a worker said that it
  /// was never begun.
  static void doubt(Draft draft, AgentState.Call call) {
    BigDecimal usd = call.expired() ? BigDecimal.ZERO : call.boundUsd();
    draft.pay(today(draft).doubting(new Money.Doubt(call.turn(), usd, call.hold())));
    spend(draft, call.turn().run(), usd);
    if (call.expired() && call.hold() != null) {
      Account.release(draft, call.hold());
    }
  }

  private static void spend(Draft draft, RunId run, BigDecimal usd) {
    draft.pay(today(draft).spending(usd));
    RunDraft spender = draft.runs().find(run);
    if (spender != null) {
      spender.spend(usd);
    }
  }

  private static void overrun(Draft draft, RunId run, BigDecimal beyond) {
    if (beyond.signum() > 0) {
      draft.event(new LoopEvent.Overrun(run, beyond));
    }
  }

  /// True the first time this very decision is seen, by its content. Only those of turns that may
  /// still get another decision need to be known: deferred, expired, or in doubt.
  private static boolean once(Draft draft, Decision decision) {
    Money money = draft.money();
    boolean another = mayBeFollowed(decision) || money.doubt(decision.turn()) != null;
    if (!another && money.settled().isEmpty()) {
      return true; // its hash, which costs as much as all else here, would be compared with nothing
    }
    String hash = Sha256.hex(Json.bytes(decision)).substring(0, 16);
    if (money.settled().contains(hash)) {
      return false;
    }
    if (another) {
      draft.pay(money.settling(hash));
    }
    return true;
  }

  /// Whether another decision of the same turn may come by rights.
  private static boolean mayBeFollowed(Decision decision) {
    return switch (decision.outcome()) {
      case Decision.Deferred _, Decision.Expired _ -> true;
      case Decision.Answered _, Decision.Refused _, Decision.Failed _ -> false;
    };
  }

  private static Money today(Draft draft) {
    draft.pay(draft.money().on(LocalDate.ofInstant(draft.at(), ZoneOffset.UTC)));
    return draft.money();
  }
}
