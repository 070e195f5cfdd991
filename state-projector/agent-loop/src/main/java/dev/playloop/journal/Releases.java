package dev.playloop.journal;

import dev.playloop.loop.Fold;
import dev.playloop.loop.state.AgentState;
import dev.playloop.loop.state.Declared;
import dev.playloop.loop.state.Input;
import dev.playloop.loop.state.LoopPolicy;
import dev.playloop.loop.state.Run;
import dev.playloop.schemas.event.View;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Worlds;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What each agent's inputs are folded by: the fold of this build with what the agent's own world
/// declares, so that a world that is added or changed leaves the journals of all others as they
/// are. Usable by any thread; keeps two hashes of each declaration that was ever held.
public final class Releases {
  private final LoopPolicy policy;
  private final Worlds worlds;
  private final int fold;
  private final Map<String, FoldRelease> known = new ConcurrentHashMap<>();

  private Releases(LoopPolicy policy, Worlds worlds, int fold) {
    this.policy = policy;
    this.worlds = worlds;
    this.fold = fold;
  }

  public static Releases of(LoopPolicy policy, Worlds worlds) {
    return new Releases(policy, worlds, Fold.VERSION);
  }

  /// The same of a build whose fold has another version, for tests.
  public Releases atFold(int version) {
    return new Releases(policy, worlds, version);
  }

  /// What one input is folded by. Immutable, so that nothing of it changes under a step.
  ///
  /// @param current what the agent's world declares, in force when the input was taken
  /// @param held what was known of worlds then
  public record Basis(FoldRelease release, Catalogue current, Worlds held) {}

  /// What the next input of this world's agents is folded by.
  public Basis current(String world) {
    Worlds held = worlds.held();
    return basis(held.current(world), held);
  }

  /// What the next input of this agent is folded by. Somebody else may have begun its run with a
  /// declaration that was not read here yet: that is waited for.
  public Basis current(AgentState state) {
    String world = state.agent().world();
    Basis now = current(world);
    return holds(state, now) || !worlds.catchUp(world) ? now : current(world);
  }

  /// What was folded by this release; null where that can't be folded again here.
  public @Nullable Basis find(String world, FoldRelease release) {
    Worlds held = worlds.held();
    for (Catalogue each : held.all()) {
      if (each.name().equals(world) && release(each).equals(release)) {
        return basis(each, held);
      }
    }
    return release(Catalogue.NONE).equals(release) ? basis(Catalogue.NONE, held) : null;
  }

  /// Whether the open and the parked run can go on with what they began with.
  public static boolean holds(AgentState state, Basis basis) {
    return begun(state, state.run(), basis) != null && begun(state, state.parked(), basis) != null;
  }

  /// Throws [IllegalStateException] where a run can't go on with what it began with.
  static Declared declared(Live live, Input input, Basis basis, @Nullable View view) {
    AgentState state = live.state();
    if (input instanceof Input.CatalogueLost) { // whatever is held where it is folded again
      return new Declared(basis.current, basis.current, basis.current, view, live.talks());
    }
    Catalogue open = begun(state, state.run(), basis);
    Catalogue parked = begun(state, state.parked(), basis);
    if (open == null || parked == null) {
      throw new IllegalStateException("the catalogue that a run began with is not held");
    }
    return new Declared(basis.current, open, parked, view, live.talks());
  }

  private static @Nullable Catalogue begun(AgentState state, @Nullable Run run, Basis basis) {
    String hash = run == null ? null : run.catalogue();
    return hash == null || hash.equals(basis.current.hash())
        ? basis.current
        : basis.held.find(state.agent().world(), hash);
  }

  private Basis basis(Catalogue catalogue, Worlds held) {
    return new Basis(release(catalogue), catalogue, held);
  }

  private FoldRelease release(Catalogue catalogue) {
    return known.computeIfAbsent(
        String.valueOf(catalogue.hash()),
        ignored ->
            FoldRelease.of(
                fold, policy, catalogue.world() == null ? List.of() : List.of(catalogue)));
  }
}
