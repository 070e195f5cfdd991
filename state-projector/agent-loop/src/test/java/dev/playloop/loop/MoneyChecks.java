package dev.playloop.loop;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.id.TurnId;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// G5: what decisions cost stays within the caps, but for recorded overruns. Where the world keeps
/// the money, a turn is issued only within what that holds for this very issue, and the cost of
/// each first decision is settled in the same step.
final class MoneyChecks {
  private final boolean account;
  private final Predicate<TurnId> isOpen;
  private final Map<TurnId, BigDecimal> holds = new HashMap<>();
  private final Set<Decision> paid = new HashSet<>();
  private final Map<Object, BigDecimal> spent = new HashMap<>();
  private final Map<RunId, BigDecimal> runCaps = new HashMap<>();
  private @Nullable BigDecimal dayCap;

  /// `account`: whether the world keeps the money. `isOpen`: whether that turn is.
  MoneyChecks(boolean account, Predicate<TurnId> isOpen) {
    this.account = account;
    this.isOpen = isOpen;
  }

  void saw(Input input, Transition step) {
    if (account) {
      held(input, step);
    }
    if (input instanceof Input.ConfigChanged changed && changed.config() != null) {
      BigDecimal cap = changed.config().caps().usdPerDay();
      dayCap = dayCap == null ? cap : dayCap.max(cap);
    }
  }

  void opened(RunId run, AgentState state) {
    if (state.config() != null) {
      runCaps.put(run, state.config().caps().usdPerRun());
    }
  }

  void overran(Instant at, LoopEvent.Overrun overrun) {
    spent.merge(overrun.run(), overrun.usd().negate(), BigDecimal::add);
    spent.merge(day(at), overrun.usd().negate(), BigDecimal::add);
  }

  void decided(Instant at, Decision decision) {
    if (paid.add(decision)) {
      spent.merge(decision.turn().run(), decision.costUsd(), BigDecimal::add);
      spent.merge(day(at), decision.costUsd(), BigDecimal::add);
    }
  }

  private void held(Input input, Transition step) {
    boolean poisoned = step.events().stream().anyMatch(LoopEvent.Poisoned.class::isInstance);
    if (input instanceof Input.ActionDone done
        && done.result().output() != null
        && done.result().output().has("held_usd")) {
      BigDecimal held = done.result().output().get("held_usd").decimalValue();
      holds.put(done.result().action().turn(), held);
    }
    if (input instanceof Input.DecisionMade made
        && !(made.decision().outcome() instanceof Decision.Expired)
        && isOpen.test(made.decision().turn())
        && step.state().config() != null
        && !poisoned
        && settled(step, made.decision()).compareTo(made.decision().costUsd()) != 0) {
      throw new AssertionError("G5: " + made.decision().turn() + " is not settled: " + step);
    }
    for (Command command : step.commands()) {
      if (command instanceof Command.OpenTurn open) {
        BigDecimal held = holds.remove(open.turn());
        if (held == null || open.permitUsd().compareTo(held) > 0) {
          throw new AssertionError("G5: " + open + " is issued, but held is " + held);
        }
      }
    }
  }

  private static BigDecimal settled(Transition step, Decision decision) {
    BigDecimal usd = new BigDecimal(-1);
    for (Command command : step.commands()) {
      if (command instanceof Command.ReleaseAction release
          && release.action().tool().equals("settle")
          && release.action().action().turn().equals(decision.turn())) {
        usd = usd.max(release.action().args().get("cost_usd").decimalValue());
      }
    }
    return usd;
  }

  private static LocalDate day(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC);
  }

  /// G5 over all that was spent; overruns were taken off when they were recorded.
  void atEnd() {
    spent.forEach((what, usd) -> {
      BigDecimal cap = what instanceof RunId run ? runCaps.get(run) : dayCap;
      if (cap != null && usd.compareTo(cap) > 0) {
        throw new AssertionError("G5: " + what + " spent " + usd + " of " + cap);
      }
    });
  }
}
