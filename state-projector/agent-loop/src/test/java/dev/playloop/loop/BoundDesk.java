package dev.playloop.loop;

import dev.playloop.journal.Desk;
import dev.playloop.journal.Releases;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.Step;
import dev.playloop.worlds.model.World;
import java.util.List;

/// A desk at which less may follow from one thing that happened than the product lets follow.
final class BoundDesk extends Desk {
  /// As many as follow at most in the simulation's histories and the scenarios.
  static final int REACHED = 4;

  private final Fold fold;

  BoundDesk(List<World> worlds, int maxNexts) {
    super(LoopPolicy.DEFAULT, worlds, Releases.of(LoopPolicy.DEFAULT, worlds));
    this.fold = new Fold(LoopPolicy.DEFAULT, worlds, maxNexts);
  }

  @Override
  protected Step fold(AgentState state, Input input) {
    return fold.fold(state, input);
  }

  @Override
  protected Step poisoned(AgentState state, Input input, String error) {
    return fold.poisoned(state, input, error);
  }
}
