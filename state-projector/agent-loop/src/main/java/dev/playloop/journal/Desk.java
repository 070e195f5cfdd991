package dev.playloop.journal;

import dev.playloop.journal.Rendering.Rendered;
import dev.playloop.loop.Fold;
import dev.playloop.loop.prompt.Prompt;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.Step;
import dev.playloop.schemas.event.View;
import dev.playloop.worlds.model.World;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Takes one step: folds an input, renders what the step publishes, writes the new state. The
/// shell, the verifier, the simulation and the benchmarks all take theirs here, so that what is
/// verified is what was done. Pure and immutable, usable by any thread.
///
/// Open to be extended so that tests can make a fold throw.
public class Desk {
  private final Fold fold;
  private final Rendering rendering;
  private final Releases releases;

  /// With the release that this build gives to agents of these worlds.
  public static Desk of(LoopPolicy policy, List<World> worlds) {
    return new Desk(policy, worlds, Releases.of(policy, worlds));
  }

  /// The same under other releases.
  public Desk(LoopPolicy policy, List<World> worlds, Releases releases) {
    this.fold = new Fold(policy, worlds);
    this.rendering = new Rendering(new Prompt(policy, worlds));
    this.releases = releases;
  }

  /// What each agent's inputs are folded by.
  public final Releases releases() {
    return releases;
  }

  /// What `input` comes to. Throws whatever fold and prompt throw; nothing was done then.
  ///
  /// @param view the newest that the agent sees; null where there is none
  public final Taken take(Live live, Input input, @Nullable View view) {
    return taken(live, input, fold(live.state(), input), view);
  }

  /// What comes of an input that can't be taken, since that threw `error`: the agent's open run
  /// closes as FAILED.
  public final Taken poisoned(Live live, Input input, @Nullable View view, String error) {
    return taken(live, input, poisoned(live.state(), input, error), view);
  }

  private Taken taken(Live live, Input input, Step step, @Nullable View view) {
    Transcript transcript = live.transcript().after(step);
    return Taken.of(live, input, step, transcript, render(step, transcript, view));
  }

  protected Step fold(AgentState state, Input input) {
    return fold.fold(state, input);
  }

  protected Step poisoned(AgentState state, Input input, String error) {
    return fold.poisoned(state, input, error);
  }

  protected Rendered render(Step step, Transcript transcript, @Nullable View view) {
    return rendering.of(step, transcript, view);
  }
}
