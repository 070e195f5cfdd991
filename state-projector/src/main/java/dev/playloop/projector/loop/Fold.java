package dev.playloop.projector.loop;

import dev.playloop.worlds.model.World;
import java.util.List;

/// One agent's state machine: a state and an input give the next state and commands. Pure: time is
/// the input's, ids derive from the trigger's. Immutable, usable by any thread.
public final class Fold {
  /// Changes with every release whose fold may decide differently.
  public static final int VERSION = 1;

  private final LoopPolicy policy;
  private final List<World> worlds;

  public Fold(LoopPolicy policy, List<World> worlds) {
    this.policy = policy;
    this.worlds = List.copyOf(worlds);
  }

  /// What `input` comes to.
  public Step fold(AgentState state, Input input) {
    throw new UnsupportedOperationException(policy.toString() + worlds + state + input);
  }

  /// What the shell folds instead of an input that made [#fold] throw: the open run closes as
  /// FAILED, and at the third time the agent is quarantined.
  public Step poisoned(AgentState state, Input input, String error) {
    throw new UnsupportedOperationException(state.toString() + input + error);
  }
}
