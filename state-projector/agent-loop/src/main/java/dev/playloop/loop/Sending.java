package dev.playloop.loop;

import dev.playloop.loop.state.Command;
import dev.playloop.loop.state.Draft;
import dev.playloop.loop.state.Pending;
import dev.playloop.loop.state.Run;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolSpec;
import dev.playloop.worlds.model.LlmAccount;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/// Sends actions out. Their `hops` is what triggers that they cause must carry: one more agent than
/// the chain had gone through.
final class Sending {
  /// Numbers above are the loop's own actions, which no model call can have.
  static final int INTERNAL = 1_000;

  /// The number of a fallback action.
  static final int FALLBACK = 900;

  /// How long an internal write that nobody waits for may wait for a worker.
  static final Duration PATIENCE = Duration.ofMinutes(10);

  private Sending() {}

  /// The pending call, released.
  static Pending out(Draft draft, ActionId id, Pending pending) {
    boolean simulated = pending.kind() == Pending.Kind.SIMULATED;
    Action.Mode mode = simulated ? Action.Mode.SIMULATE : Action.Mode.EXECUTE;
    send(draft, id, pending.tool(), pending.args(), mode);
    if (pending.issues() == 0) {
      draft.run().act();
    }
    return pending.released(settleAt(draft, pending.tool()));
  }

  /// The pending call, released again a moment after the halt ends.
  static Pending heldBack(Draft draft, Pending pending) {
    return pending.heldBack(draft.at().plus(draft.policy().deferFloor()));
  }

  /// The pending write, of which the world is asked by that id what it would do.
  static Pending preview(Draft draft, ActionId id, Pending write) {
    send(draft, id, write.tool(), write.args(), Action.Mode.SIMULATE);
    return write.previewed(settleAt(draft, write.tool()));
  }

  /// Asks what came of a write.
  static void reconcile(Draft draft, ActionId id, String tool, JsonNode args) {
    send(draft, id, tool, args, Action.Mode.RECONCILE);
  }

  private static void send(Draft draft, ActionId id, String tool, JsonNode args, Action.Mode mode) {
    ToolSpec<?> spec =
        Objects.requireNonNull(draft.catalogue().find(tool), () -> "no tool " + tool + " any more");
    Action action =
        Action.of(id, draft.agent(), draft.runConfig().actor(), tool, args)
            .catalogue(draft.catalogue().hash());
    boolean simulated = mode == Action.Mode.SIMULATE; // it waits for nobody, and nobody for it
    draft.command(
        new Command.ReleaseAction(
            action
                .lane(
                    simulated
                        ? new Lane(id.value())
                        : spec.lane(draft.agent(), action.actor(), id, args))
                .effect(simulated ? Effect.READ : spec.effect())
                .mode(mode)
                .notAfter(draft.at().plus(limit(draft, tool)))
                .hops(draft.run().origin().hops() + 1)));
  }

  /// The memory of the open run, which is about to close; nobody waits for its result.
  static void memory(Draft draft, String tool, JsonNode args) {
    internal(
        draft,
        ActionId.of(draft.run().turn(), INTERNAL + 1),
        new LlmAccount.Ask(tool, args),
        draft.at().plus(PATIENCE));
  }

  /// A write of the loop itself, which no model sees. Does nothing where the agent was deleted and
  /// has no run, as then nobody knows who it was in its world.
  static void internal(Draft draft, ActionId id, LlmAccount.Ask ask, Instant notAfter) {
    AgentConfig config = draft.openRun() == null ? draft.config() : draft.runConfig();
    if (config == null) {
      return;
    }
    draft.command(
        new Command.ReleaseAction(
            Action.of(id, draft.agent(), config.actor(), ask.tool(), ask.args())
                .catalogue(draft.catalogue().hash())
                .lane(new Lane(draft.agent().value()))
                .effect(Effect.WRITE)
                .notAfter(notAfter)
                .hops(draft.openRun() == null ? 1 : draft.openRun().origin().hops() + 1)));
  }

  /// How long a call of the tool may wait for its world and take it: as the tool declares, or as
  /// the agent's config says where that is shorter, or the tool declares nothing.
  static Duration limit(Draft draft, String tool) {
    Duration ofTool = draft.catalogue().timeLimit(tool);
    if (ofTool == null) {
      return draft.limits().actionTimeoutOrDefault();
    }
    Duration ofAgent = draft.limits().actionTimeout();
    return ofAgent == null || ofTool.compareTo(ofAgent) < 0 ? ofTool : ofAgent;
  }

  /// When an action released now is given up: its `notAfter`, the worker's time limit and a grace.
  static Instant settleAt(Draft draft, String tool) {
    return draft.at().plus(limit(draft, tool).multipliedBy(2)).plus(draft.policy().grace());
  }

  /// The `notAfter` of an action that is given up at `due`.
  static Instant notAfter(Draft draft, String tool, Instant due) {
    return due.minus(limit(draft, tool)).minus(draft.policy().grace());
  }

  /// Nobody knows what came of this write: the world is asked, and until it has told, no further
  /// write is released.
  static void doubt(Draft draft, ActionId action, Pending write) {
    draft.run().doubt(Run.Doubt.about(action, write));
    askAboutDoubt(draft);
  }

  /// Asks once more.
  static void askAboutDoubt(Draft draft) {
    Run.Doubt doubt = Objects.requireNonNull(draft.run().doubt());
    reconcile(draft, doubt.action(), doubt.tool(), doubt.args());
    draft.run().doubt(doubt.askedUntil(settleAt(draft, doubt.tool())));
  }
}
