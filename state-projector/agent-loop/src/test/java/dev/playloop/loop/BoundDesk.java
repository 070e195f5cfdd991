package dev.playloop.loop;

import dev.playloop.journal.Desk;
import dev.playloop.journal.Releases;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Declared;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.Transition;
import dev.playloop.worlds.model.Worlds;

/// A desk at which less may follow from one thing that happened than the product lets follow.
final class BoundDesk extends Desk {
  /// As many as follow at most in the simulation's histories and the scenarios.
  static final int REACHED = 5;

  private final Fold fold;

  BoundDesk(Worlds worlds, int maxNexts) {
    super(LoopPolicy.DEFAULT, Releases.of(LoopPolicy.DEFAULT, worlds));
    this.fold = new Fold(LoopPolicy.DEFAULT, maxNexts);
  }

  @Override
  protected Transition fold(AgentState state, Input input, Declared by) {
    return fold.fold(state, input, by);
  }

  @Override
  protected Transition poisoned(AgentState state, Input input, String error, Declared by) {
    return fold.poisoned(state, input, error, by);
  }
}
