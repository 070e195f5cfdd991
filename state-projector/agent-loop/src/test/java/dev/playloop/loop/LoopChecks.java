package dev.playloop.loop;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.Step;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.tool.Effect;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The guarantees, checked from inputs and outputs alone, without a look into the fold:
///
/// - G1: each accepted trigger ends in exactly one closed run or one drop.
/// - G2: no turn or write is issued while another is unanswered and may still be under way, and no
///   write while another is in doubt; writes of a turn go out in the model's order; a write goes
///   out again only after EXPIRED.
/// - G5: what decisions cost stays within the caps, but for recorded overruns. Where the world
///   keeps the money, a turn is issued only within what that holds for this very issue, and the
///   cost of each first decision is settled in the same step.
final class LoopChecks {
  private final Questions questions = new Questions();
  private final boolean account;
  private final Map<TurnId, BigDecimal> holds = new HashMap<>();
  private final Map<String, Integer> ends = new HashMap<>();
  private final Set<String> accepted = new HashSet<>();
  private final Map<TurnId, Instant> openTurns = new HashMap<>();
  private final Map<ActionId, Instant> openWrites = new HashMap<>();
  private final Map<ActionId, Boolean> mayRepeat = new HashMap<>();
  private final Set<ActionId> doubted = new HashSet<>();
  private final Map<TurnId, Integer> lastWrite = new HashMap<>();
  private final Set<Decision> paid = new HashSet<>();
  private final Map<Object, BigDecimal> spent = new HashMap<>();
  private final Map<RunId, BigDecimal> runCaps = new HashMap<>();
  private @Nullable BigDecimal dayCap;
  int runs;
  int drops;
  int unknowns;
  int reissued;
  int halts;

  LoopChecks(boolean account) {
    this.account = account;
  }

  void saw(Input input, Step step) {
    if (account) {
      money(input, step);
    }
    switch (input) {
      case Input.TriggerArrived arrived -> {
        if (!arrived.duplicate()) {
          accepted.add(arrived.trigger().id());
        }
      }
      case Input.DecisionMade made -> decision(input.at(), made.decision());
      case Input.ActionDone done -> {
        boolean expired =
            done.result().status() == dev.playloop.schemas.event.ActionResult.Status.EXPIRED;
        mayRepeat.merge(done.result().action(), expired, Boolean::logicalAnd);
        if (!expired) {
          openWrites.remove(done.result().action());
        }
        switch (done.result().status()) {
          case DONE, REFUSED, FAILED -> doubted.remove(done.result().action());
          case EXPIRED, UNKNOWN, SKIPPED, TIMED_OUT -> {}
        }
      }
      case Input.ConfigChanged changed -> {
        if (changed.config() != null) {
          BigDecimal cap = changed.config().caps().usdPerDay();
          dayCap = dayCap == null ? cap : dayCap.max(cap);
        }
      }
      case Input.ActionProgressed ignored -> {}
      case Input.ViewReached ignored -> {}
      case Input.DeadlinePassed ignored -> {}
      case Input.Halted ignored -> halts++;
      case Input.Resumed ignored -> {}
      case Input.Controlled controlled -> {
        switch (controlled.control()) {
          case Control.Approve approve -> doubted.remove(approve.action());
          case Control.Deny deny -> doubted.remove(deny.action());
          case ApprovalControl ignored -> {}
          case Control.CancelRun ignored -> {}
          case Control.Pause ignored -> {}
          case Control.Resume ignored -> {}
          case Control.ForgetSubject ignored -> {}
          case Control.Snapshot ignored -> {}
        }
      }
    }
    step.events().forEach(event -> event(step, input, event));
    step.commands().forEach(command -> command(input.at(), command));
    if (step.state().halt() != null) {
      step.commands().forEach(LoopChecks::beginsNothing);
    }
  }

  private static void beginsNothing(Command command) {
    boolean begins =
        switch (command) {
          case Command.OpenTurn ignored -> true;
          case Command.ReleaseAction release ->
              release.action().effect() == Effect.WRITE
                  && release.action().mode() == Action.Mode.EXECUTE
                  && number(release.action()) < Sending.INTERNAL;
          case Command.AwaitView ignored -> false;
          case Command.CloseRun ignored -> false;
          case Command.DropTrigger ignored -> false;
        };
    if (begins) {
      throw new AssertionError("halted, but " + command);
    }
  }

  private static int number(Action action) {
    String id = action.action().value();
    return Integer.parseInt(id.substring(id.lastIndexOf('.') + 1));
  }

  private void money(Input input, Step step) {
    boolean poisoned = step.events().stream().anyMatch(LoopEvent.Poisoned.class::isInstance);
    if (input instanceof Input.ActionDone done
        && done.result().output() != null
        && done.result().output().has("held_usd")) {
      BigDecimal held = done.result().output().get("held_usd").decimalValue();
      holds.put(done.result().action().turn(), held);
    }
    if (input instanceof Input.DecisionMade made
        && !(made.decision().outcome() instanceof Decision.Expired)
        && openTurns.containsKey(made.decision().turn())
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

  private static BigDecimal settled(Step step, Decision decision) {
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

  private void event(Step step, Input input, LoopEvent event) {
    switch (event) {
      case LoopEvent.RunOpened opened -> {
        AgentState state = step.state();
        if (state.config() != null) {
          runCaps.put(opened.run(), state.config().caps().usdPerRun());
        }
      }
      case LoopEvent.RunClosed closed -> {
        runs++;
        questions.closed(closed.run());
        doubted.removeIf(action -> action.run().equals(closed.run()));
        closed.triggers().forEach(this::ended);
        unknowns += closed.outcome() == LoopEvent.RunOutcome.UNKNOWN_WRITE ? 1 : 0;
      }
      case LoopEvent.TriggerDropped dropped -> {
        drops++;
        if (dropped.reason() != LoopEvent.DropReason.DUPLICATE) {
          ended(dropped.trigger());
        }
      }
      case LoopEvent.Overrun overrun -> {
        spent.merge(overrun.run(), overrun.usd().negate(), BigDecimal::add);
        spent.merge(day(input.at()), overrun.usd().negate(), BigDecimal::add);
      }
      case LoopEvent.TriggerQueued ignored -> {}
      case LoopEvent.TriggerJoined ignored -> {}
      case LoopEvent.RouteChanged ignored -> {}
      case LoopEvent.ApprovalAsked asked -> questions.asked(asked);
      case ApprovalEvent about -> questions.heard(about);
      case LoopEvent.Poisoned ignored -> {}
      case LoopEvent.Quarantined ignored -> {}
      case LoopEvent.WorkHeld ignored -> {}
      case LoopEvent.WorkResumed ignored -> {}
    }
  }

  private void ended(String trigger) {
    if (ends.merge(trigger, 1, Integer::sum) > 1) {
      throw new AssertionError("G1: trigger " + trigger + " ended twice");
    }
  }

  private void command(Instant at, Command command) {
    if (command instanceof Command.OpenTurn open) {
      openTurns.forEach((turn, until) -> {
        if (!turn.equals(open.turn()) && at.isBefore(until)) {
          throw new AssertionError("G2: " + open.turn() + " is issued while " + turn + " is open");
        }
      });
      if (openTurns.containsKey(open.turn())) {
        reissued++;
      }
      openTurns.put(open.turn(), open.notAfter().plus(SimulatedReasoner.LIMIT));
    }
    if (command instanceof Command.ReleaseAction release
        && release.action().mode() == Action.Mode.RECONCILE) {
      doubted.add(release.action().action());
    }
    if (command instanceof Command.ReleaseAction release
        && release.action().mode() == Action.Mode.EXECUTE
        && release.action().effect() == Effect.WRITE) {
      write(at, release.action());
    }
  }

  private void write(Instant at, Action action) {
    String id = action.action().value();
    int number = number(action);
    if (number > Sending.INTERNAL) {
      return;
    }
    if (Boolean.FALSE.equals(mayRepeat.get(action.action()))) {
      throw new AssertionError("G3: " + id + " is released again after an answer");
    }
    if (lastWrite.containsKey(action.action().turn())
        && lastWrite.get(action.action().turn()) == number
        && !mayRepeat.containsKey(action.action())) {
      throw new AssertionError("G3: " + id + " is released again without an answer");
    }
    if (!doubted.isEmpty()) {
      throw new AssertionError("G2: " + id + " is released while " + doubted + " is in doubt");
    }
    openWrites.forEach((other, until) -> {
      if (!other.equals(action.action()) && at.isBefore(until)) {
        throw new AssertionError("G2: " + id + " is released while " + other + " is open");
      }
    });
    openWrites.put(action.action(), action.notAfter().plus(SimulatedWorld.LIMIT));
    Integer before = lastWrite.put(action.action().turn(), number);
    if (before != null && before > number) {
      throw new AssertionError("G2: " + id + " is released after number " + before);
    }
  }

  private void decision(Instant at, Decision decision) {
    boolean expired = decision.outcome() instanceof Decision.Expired;
    if (!expired) {
      openTurns.remove(decision.turn());
    }
    if (paid.add(decision)) {
      spent.merge(decision.turn().run(), decision.costUsd(), BigDecimal::add);
      spent.merge(day(at), decision.costUsd(), BigDecimal::add);
    }
  }

  private static LocalDate day(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC);
  }

  /// G5 over all that was spent; overruns were taken off when they were recorded.
  private void money() {
    spent.forEach((what, usd) -> {
      BigDecimal cap = what instanceof RunId run ? runCaps.get(run) : dayCap;
      if (cap != null && usd.compareTo(cap) > 0) {
        throw new AssertionError("G5: " + what + " spent " + usd + " of " + cap);
      }
    });
  }

  void atEnd(AgentState state) {
    money();
    if (state.run() != null || !state.queue().isEmpty()) {
      throw new AssertionError("G1: something is still open: " + state);
    }
    for (String trigger : accepted) {
      if (!ends.containsKey(trigger)) {
        throw new AssertionError("G1: trigger " + trigger + " never ended");
      }
    }
  }

  /// Every tool call of every answer has exactly one tool message, in call order, right behind it.
  static void everyCallIsAnswered(Turn turn) {
    List<Message> messages = turn.body().messages();
    for (int i = 0; i < messages.size(); i++) {
      if (!(messages.get(i) instanceof Message.Assistant assistant)) {
        continue;
      }
      int calls = assistant.calls().size();
      for (int k = 0; k < calls; k++) {
        if (i + 1 + k >= messages.size()
            || !(messages.get(i + 1 + k) instanceof Message.ToolOutput output)
            || !output.callId().equals(assistant.calls().get(k).id())) {
          throw new AssertionError("call " + k + " of " + turn.turn() + " has no answer");
        }
      }
      if (i + 1 + calls < messages.size()
          && messages.get(i + 1 + calls) instanceof Message.ToolOutput) {
        throw new AssertionError("an answer of " + turn.turn() + " belongs to no call");
      }
    }
  }
}
