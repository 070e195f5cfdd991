package dev.playloop.loop;

import dev.playloop.loop.people.Answers;
import dev.playloop.loop.people.Grants;
import dev.playloop.loop.people.Parking;
import dev.playloop.loop.people.Questions;
import dev.playloop.loop.state.ActingDraft;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Declared;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Phase;
import dev.playloop.loop.state.RunDraft;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ApprovalControl;
import dev.playloop.schemas.event.Control;
import org.jspecify.annotations.Nullable;

/// One agent's state machine: a state and an input give the next state and commands. Pure: time is
/// the input's, ids derive from the trigger's. Immutable, usable by any thread.
///
/// Start reading here: each kind of input has its collaborator, which returns what follows, and
/// this class alone carries that out, one [Next] after the other, until the agent rests. After each
/// input the queue opens the next run if the agent is free.
public final class Fold {
  /// Changes with every release whose fold may decide differently.
  public static final int VERSION = 1;

  /// What follows from one thing that happened is a handful, at most five in the simulation's
  /// histories; so many more are a ring, and a bug.
  static final int MAX_NEXTS = 32;

  private final LoopPolicy policy;
  private final int maxNexts;

  public Fold(LoopPolicy policy) {
    this(policy, MAX_NEXTS);
  }

  /// With another bound, for tests.
  Fold(LoopPolicy policy, int maxNexts) {
    this.policy = policy;
    this.maxNexts = maxNexts;
  }

  /// What `input` comes to.
  public Transition fold(AgentState state, Input input, Declared by) {
    Draft draft = new Draft(state, input.at(), policy, by);
    if (draft.halt() == null && Questions.overdue(draft)) { // before anybody's word on it
      follow(draft, act(Approving.decided(draft)));
    }
    Grants.settle(draft);
    happened(draft, input);
    while (goesOn(draft)) {}
    Ticks.settle(draft);
    return new Transition(draft);
  }

  /// A run that only waits for people makes room; the parked one goes on, or the queue's next is
  /// opened, if the agent is free. False where it rests.
  private boolean goesOn(Draft draft) {
    Parking.settle(draft);
    if (Parking.mayResume(draft)) {
      follow(draft, resumed(Parking.resume(draft)));
      return true;
    }
    AgentState.Waiting next = Queue.next(draft);
    if (next == null) {
      return false;
    }
    RunOpening.open(draft, next);
    follow(draft, Next.Turn.WITH_VIEW);
    return true;
  }

  /// What the shell folds instead of an input that made [#fold] throw: the open run closes as
  /// FAILED, and at the third time the agent is quarantined.
  public Transition poisoned(AgentState state, Input input, String error, Declared by) {
    Draft draft = new Draft(state, input.at(), policy, by);
    Poison.taken(draft, input, error);
    switch (input) { // what can not throw now, as no run is open
      case Input.Controlled(var _, var _, ApprovalControl _) -> {} // may be about a parked one
      case Input.ConfigChanged _, Input.Controlled _, Input.Halted _, Input.Resumed _ ->
          happened(draft, input);
      case Input.WorldRetired _ -> happened(draft, input);
      case Input.CatalogueLost _ -> {}
      case Input.TriggerArrived _, Input.DecisionMade _, Input.ActionDone _ -> {}
      case Input.ActionProgressed _, Input.DeadlinePassed _, Input.ViewReached _ -> {}
    }
    Poison.settled(draft);
    Ticks.settle(draft);
    return new Transition(draft);
  }

  private void happened(Draft draft, Input input) {
    switch (input) {
      case Input.TriggerArrived arrived -> {
        if (Queue.arrived(draft, arrived.trigger(), arrived.duplicate())) {
          follow(draft, Acting.endWaits(draft));
        }
      }
      case Input.DecisionMade made -> follow(draft, Decided.made(draft, made.decision()));
      case Input.ActionDone done -> follow(draft, done(draft, done.result()));
      case Input.ActionProgressed _ -> {} // only told
      case Input.ViewReached reached -> follow(draft, Turns.viewReached(draft, reached.version()));
      case Input.DeadlinePassed _ -> passed(draft);
      case Input.ConfigChanged changed -> AgentControls.configured(draft, changed.config());
      case Input.Controlled controlled -> follow(draft, controlled(draft, controlled.control()));
      case Input.Halted halted -> Halting.halted(draft, halted.scope(), halted.by());
      case Input.Resumed _ -> follow(draft, Halting.resumed(draft));
      case Input.CatalogueLost _ -> RunOpening.goOn(draft);
      case Input.WorldRetired retired -> AgentControls.retired(draft, retired.by());
    }
  }

  /// A person's word: on a write that waits, on one in doubt, or on the agent.
  private static Next controlled(Draft draft, Control control) {
    return switch (control) {
      case ApprovalControl.Answer answer ->
          Answers.take(draft, answer) ? act(Approving.decided(draft)) : Next.REST;
      case ApprovalControl.Confirm confirm -> Doubts.confirmed(draft, confirm);
      case Control other -> {
        AgentControls.controlled(draft, other);
        yield Next.REST;
      }
    };
  }

  private static Next act(@Nullable ActingDraft acting) {
    return acting == null ? Next.REST : new Next.Act(acting);
  }

  /// The run that was parked goes on with what was decided.
  private static Next resumed(RunDraft run) {
    return run.phase() instanceof Phase.Acting acting ? act(new ActingDraft(acting)) : Next.REST;
  }

  /// The result of an action: of a write in doubt, of a hold of money, of a call that is open, or
  /// of something nobody waits for any more.
  private static Next done(Draft draft, ActionResult result) {
    RunDraft run = draft.openRun();
    if (run != null && run.doubt() != null && run.doubt().action().equals(result.action())) {
      return Doubts.answered(draft, run.doubt(), result);
    }
    if (run != null
        && run.phase() instanceof Phase.Reserving reserving
        && reserving.hold().equals(result.action())) {
      return Reservations.answered(draft, reserving, result);
    }
    if (run != null && run.phase() instanceof Phase.Acting acting) {
      Pending pending = acting.find(result.action());
      if (pending != null && pending.progress() == Pending.Progress.OUT) {
        return Acting.answered(draft, acting, pending, result);
      }
      Pending previewed = Approving.previewed(draft, acting, result);
      if (previewed != null) {
        return act(Approving.previewed(draft, acting, previewed, result));
      }
    }
    Late.arrived(draft, result);
    return Next.REST;
  }

  /// All that is due; the run's own deadline first, so that nothing is begun beyond it.
  private void passed(Draft draft) {
    if (draft.isDue(draft.wake())) {
      draft.wakeAt(null);
    }
    Queue.dropUnknown(draft);
    RunClosing.overdue(draft);
    follow(draft, Turns.overdue(draft));
    Late.overdue(draft);
    follow(draft, Doubts.overdue(draft));
    if (draft.openRun() != null) {
      follow(draft, passed(draft, draft.openRun().phase()));
    }
    if (Ticks.passed(draft)) {
      follow(draft, Acting.endWaits(draft));
    }
  }

  private static Next passed(Draft draft, Phase phase) {
    return switch (phase) {
      case Phase.Reserving reserving when draft.isDue(reserving.due()) ->
          Reservations.overdue(draft, reserving);
      case Phase.Deferred deferred when draft.isDue(deferred.until()) -> Next.Turn.AGAIN;
      case Phase.Viewing viewing when draft.isDue(viewing.until()) -> Next.Turn.FRESH;
      case Phase.Acting acting -> Acting.overdue(draft, acting);
      case Phase.Reserving _, Phase.Deferred _, Phase.Viewing _ -> Next.REST;
      case Phase.Thinking _, Phase.Parked _, Phase.HeldBack _ -> Next.REST;
    };
  }

  /// Carries out `first` and all that follows from it. Throws [IllegalStateException] where that
  /// has no end.
  private void follow(Draft draft, Next first) {
    Next next = first;
    for (int i = 0; !(next instanceof Next.Rest); i++) {
      if (i == maxNexts) {
        throw new IllegalStateException("no end follows from " + first);
      }
      next = apply(draft, next);
    }
  }

  private static Next apply(Draft draft, Next next) {
    return switch (next) {
      case Next.Turn turn -> Turns.open(draft, turn);
      case Next.Issue issue -> Turns.issue(draft, issue.issues());
      case Next.Call call -> Turns.call(draft, call);
      case Next.Begin begin -> Acting.begin(draft, begin.answered());
      case Next.Act act -> Acting.advance(draft, act.acting());
      case Next.Acted acted -> Finishing.acted(draft, acted.acting());
      case Next.Say say -> Finishing.said(draft, say.text());
      case Next.Clear clear -> Doubts.clear(draft, clear.doubt(), clear.result());
      case Next.Fall fall -> Fallback.run(draft, fall.failure(), fall.message());
      case Next.End end -> {
        RunClosing.end(draft, end.outcome(), end.summary());
        yield Next.REST;
      }
      case Next.Rest rest -> rest;
    };
  }
}
