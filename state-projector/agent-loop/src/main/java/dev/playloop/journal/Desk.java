package dev.playloop.journal;

import dev.playloop.journal.Releases.Basis;
import dev.playloop.journal.Rendering.Rendered;
import dev.playloop.loop.Fold;
import dev.playloop.loop.prompt.Prompt;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Declared;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.Run;
import dev.playloop.loop.state.Transition;
import dev.playloop.schemas.event.View;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Worlds;
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

  /// With the releases that this build gives to agents of these worlds.
  public static Desk of(LoopPolicy policy, Worlds worlds) {
    return new Desk(policy, Releases.of(policy, worlds));
  }

  public Desk(LoopPolicy policy, Releases releases) {
    this.fold = new Fold(policy);
    this.rendering = new Rendering(new Prompt(policy));
    this.releases = releases;
  }

  /// What each agent's inputs are folded by.
  public final Releases releases() {
    return releases;
  }

  /// What `input` comes to, by what the agent's world declares now; see the other.
  public final Taken take(Live live, Input input, @Nullable View view) {
    return take(live, input, view, releases.current(live.state().agent().world()));
  }

  /// What `input` comes to. Throws whatever fold and prompt throw; nothing was done then.
  ///
  /// @param view the newest that the agent sees; null where there is none
  /// @param by one of [#releases]
  public final Taken take(Live live, Input input, @Nullable View view, Basis by) {
    Declared declared = Releases.declared(live, input, by, view);
    return taken(live, input, view, fold(live.state(), input, declared), declared);
  }

  /// What comes of an input that can't be taken, by what the agent's world declares now; see the
  /// other.
  public final Taken poisoned(Live live, Input input, @Nullable View view, String error) {
    return poisoned(live, input, view, error, releases.current(live.state().agent().world()));
  }

  /// What comes of an input that can't be taken, since that threw `error`: the agent's open run
  /// closes as FAILED.
  public final Taken poisoned(Live live, Input input, @Nullable View view, String error, Basis by) {
    Declared declared = Releases.declared(live, input, by, view);
    return taken(live, input, view, poisoned(live.state(), input, error, declared), declared);
  }

  private Taken taken(Live live, Input input, @Nullable View view, Transition step, Declared by) {
    Transcripts transcripts = live.transcripts().after(step);
    Run open = step.state().run();
    Rendered rendered = render(step, transcripts.of(open), view, by.of(open));
    return Taken.of(live, input, step, transcripts, rendered);
  }

  protected Transition fold(AgentState state, Input input, Declared by) {
    return fold.fold(state, input, by);
  }

  protected Transition poisoned(AgentState state, Input input, String error, Declared by) {
    return fold.poisoned(state, input, error, by);
  }

  /// @param by what the open run goes on with
  protected Rendered render(
      Transition step, Transcript transcript, @Nullable View view, Catalogue by) {
    return rendering.of(step, transcript, view, by);
  }
}
