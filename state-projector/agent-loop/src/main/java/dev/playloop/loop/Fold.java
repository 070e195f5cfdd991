package dev.playloop.loop;

import dev.playloop.worlds.model.World;
import java.util.List;

/// One agent's state machine: a state and an input give the next state and commands. Pure: time is
/// the input's, ids derive from the trigger's. Immutable, usable by any thread.
///
/// Start reading here: each kind of input has its collaborator, and after each of them the lane
/// opens the next run if it is free.
public final class Fold {
  /// Changes with every release whose fold may decide differently.
  public static final int VERSION = 1;

  private final LoopPolicy policy;
  private final Catalogues catalogues;

  /// @param worlds the pure halves of all worlds whose agents are folded
  public Fold(LoopPolicy policy, List<World> worlds) {
    this.policy = policy;
    this.catalogues = new Catalogues(worlds);
  }

  /// What `input` comes to.
  public Step fold(AgentState state, Input input) {
    Draft draft = new Draft(state, input.at(), policy, catalogues);
    switch (input) {
      case Input.TriggerArrived arrived ->
          Lane.arrived(draft, arrived.trigger(), arrived.duplicate());
      case Input.DecisionMade made -> Answers.made(draft, made.decision());
      case Input.ActionDone done -> Results.done(draft, done.result());
      case Input.ViewReached reached -> viewReached(draft, reached.version());
      case Input.DeadlinePassed ignored -> Deadlines.passed(draft);
      case Input.ConfigChanged changed -> Controls.configured(draft, changed.config());
      case Input.Controlled controlled -> Controls.controlled(draft, controlled.control());
      case Input.Halted halted -> Halting.halted(draft, halted.scope(), halted.by());
      case Input.Resumed ignored -> Halting.resumed(draft);
    }
    Lane.openWaiting(draft);
    return draft.step();
  }

  private static void viewReached(Draft draft, long version) {
    if (draft.run != null
        && draft.run.phase instanceof Run.Viewing
        && draft.run.needVersion != null
        && version >= draft.run.needVersion) {
      Turns.next(draft);
    }
  }

  /// What the shell folds instead of an input that made [#fold] throw: the open run closes as
  /// FAILED, and at the third time the agent is quarantined.
  public Step poisoned(AgentState state, Input input, String error) {
    Draft draft = new Draft(state, input.at(), policy, catalogues);
    Poison.taken(draft, input, error);
    return draft.step();
  }
}
