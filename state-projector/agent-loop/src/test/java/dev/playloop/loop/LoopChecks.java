package dev.playloop.loop;

import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.event.Decision;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.event.Message;
import dev.playloop.schemas.event.Turn;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.tool.Effect;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The guarantees, checked from inputs and outputs alone, without a look into the fold:
///
/// - G1: each accepted trigger ends in exactly one closed run or one drop.
/// - G2: no turn or write is issued while another is unanswered and may still be under way, and no
///   write while another is in doubt; writes of a turn go out in the model's order; a write goes
///   out again only after EXPIRED.
/// - G5: see [MoneyChecks].
final class LoopChecks {
  private final MoneyChecks money;

  private final Questions questions = new Questions();

  private final Map<String, Integer> ends = new HashMap<>();

  private final Set<String> accepted = new HashSet<>();

  private final Map<TurnId, Instant> openTurns = new HashMap<>();

  private final Map<ActionId, Instant> openWrites = new HashMap<>();

  private final Map<ActionId, Boolean> mayRepeat = new HashMap<>();

  private final Set<ActionId> doubted = new HashSet<>();

  private final Map<TurnId, Integer> lastWrite = new HashMap<>();

  int runs;

  int drops;

  int unknowns;

  int reissued;

  int halts;

  LoopChecks(boolean account) {
    this.money = new MoneyChecks(account, openTurns::containsKey);
  }

  void saw(Input input, Transition step) {
    money.saw(input, step);
    switch (input) {
      case Input.TriggerArrived arrived -> {
        if (!arrived.duplicate()) {
          accepted.add(arrived.trigger().id());
        }
      }
      case Input.DecisionMade made -> decision(input.at(), made.decision());
      case Input.ActionDone done -> {
        boolean expired = done.result().status() == ActionResult.Status.EXPIRED;
        mayRepeat.merge(done.result().action(), expired, Boolean::logicalAnd);
        if (!expired) {
          openWrites.remove(done.result().action());
        }
        switch (done.result().status()) {
          case DONE, REFUSED, FAILED -> doubted.remove(done.result().action());
          case EXPIRED, UNKNOWN, SKIPPED, TIMED_OUT -> {}
        }
      }
      case Input.ConfigChanged ignored -> {}
      case Input.ActionProgressed ignored -> {}
      case Input.ViewReached ignored -> {}
      case Input.DeadlinePassed ignored -> {}
      case Input.Halted ignored -> halts++;
      case Input.Resumed ignored -> {}
      case Input.CatalogueLost ignored -> {}
      case Input.WorldRetired ignored -> {}
      case Input.Controlled controlled -> {
        switch (controlled.control()) {
          case ApprovalControl.Confirm confirm -> doubted.remove(confirm.action());
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

  private void event(Transition step, Input input, LoopEvent event) {
    switch (event) {
      case LoopEvent.RunOpened opened -> money.opened(opened.run(), step.state());
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
      case LoopEvent.Overrun overrun -> money.overran(input.at(), overrun);
      case LoopEvent.TriggerQueued ignored -> {}
      case LoopEvent.TriggerJoined ignored -> {}
      case LoopEvent.RouteChanged ignored -> {}
      case LoopEvent.ApprovalAsked asked -> questions.asked(asked);
      case ApprovalEvent about -> questions.heard(about);
      case LoopEvent.Poisoned ignored -> {}
      case LoopEvent.Quarantined ignored -> {}
      case LoopEvent.WorkHeld ignored -> {}
      case LoopEvent.WorkResumed ignored -> {}
      case LoopEvent.CounterpartsForgotten ignored -> {}
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
    money.decided(at, decision);
  }

  void atEnd(AgentState state) {
    money.atEnd();
    if (state.run() != null || state.parked() != null || !state.queue().isEmpty()) {
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
