package dev.playloop.loop;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.id.TurnId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.ToolSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
  static Run.Pending out(Draft draft, TurnId turn, Run.Pending pending) {
    ActionId id = turn.action(pending.number());
    send(draft, id, pending.tool(), pending.args(), Action.Mode.EXECUTE);
    if (pending.issues() == 0) {
      draft.run().actions++;
    }
    return with(pending, Run.Progress.OUT, settleAt(draft), pending.issues() + 1, false);
  }

  static Run.Pending asked(Run.Pending pending) {
    return with(pending, Run.Progress.ASKED, null, 0, false);
  }

  /// Not begun because of a halt, and released again a moment after that ends. It counts as out
  /// until then, so that what was approved needs no second word.
  static Run.Pending heldBack(Draft draft, Run.Pending pending) {
    Instant due = draft.at.plus(draft.policy.deferFloor());
    return with(pending, Run.Progress.OUT, due, Math.min(pending.issues(), 1), true);
  }

  static Run.Pending expired(Run.Pending pending) {
    return with(pending, pending.progress(), pending.due(), pending.issues(), true);
  }

  /// Out, but given up: only the doubt can end it, which holds the arguments from here on.
  static Run.Pending inDoubt(Run.Pending pending) {
    return withArgs(
        with(pending, Run.Progress.OUT, null, pending.issues(), false), Json.NODES.objectNode());
  }

  static Run.Pending dueAt(Run.Pending pending, @Nullable Instant due) {
    return with(pending, pending.progress(), due, pending.issues(), pending.expired());
  }

  static Run.Pending withArgs(Run.Pending pending, JsonNode args) {
    return new Run.Pending(
        pending.number(),
        pending.slot(),
        pending.callId(),
        pending.tool(),
        pending.kind(),
        args,
        pending.progress(),
        pending.due(),
        pending.issues(),
        pending.expired());
  }

  private static Run.Pending with(
      Run.Pending pending,
      Run.Progress progress,
      @Nullable Instant due,
      int issues,
      boolean expired) {
    return new Run.Pending(
        pending.number(),
        pending.slot(),
        pending.callId(),
        pending.tool(),
        pending.kind(),
        pending.args(),
        progress,
        due,
        issues,
        expired);
  }

  /// Asks what came of a write.
  static void reconcile(Draft draft, ActionId id, String tool, JsonNode args) {
    send(draft, id, tool, args, Action.Mode.RECONCILE);
  }

  private static void send(Draft draft, ActionId id, String tool, JsonNode args, Action.Mode mode) {
    ToolSpec<?> spec =
        Objects.requireNonNull(
            draft.catalogues.find(draft.agent, tool), () -> "no tool " + tool + " any more");
    draft.commands.add(
        new Command.ReleaseAction(
            new Action(
                Action.VERSION,
                id,
                draft.agent,
                draft.runConfig().actor(),
                spec.lane(draft.agent, id),
                tool,
                args,
                spec.effect(),
                mode,
                draft.at.plus(limit(draft)),
                draft.run().origin.hops() + 1)));
  }

  /// The memory of the open run, which is about to close; nobody waits for its result.
  static void memory(Draft draft, String tool, JsonNode args) {
    internal(draft, draft.run().turn().action(INTERNAL + 1), tool, args, draft.at.plus(PATIENCE));
  }

  /// A write of the loop itself, which no model sees. Does nothing where the agent was deleted and
  /// has no run, as then nobody knows who it was in its world.
  static void internal(Draft draft, ActionId id, String tool, JsonNode args, Instant notAfter) {
    AgentConfig config = draft.run == null ? draft.config : draft.runConfig();
    if (config == null) {
      return;
    }
    draft.commands.add(
        new Command.ReleaseAction(
            new Action(
                Action.VERSION,
                id,
                draft.agent,
                config.actor(),
                new Lane(draft.agent.value()),
                tool,
                args,
                Effect.WRITE,
                Action.Mode.EXECUTE,
                notAfter,
                draft.run == null ? 1 : draft.run.origin.hops() + 1)));
  }

  static Duration limit(Draft draft) {
    return draft.limits().actionTimeoutOrDefault();
  }

  /// When an action released now is given up: its `notAfter`, the worker's time limit and a grace.
  static Instant settleAt(Draft draft) {
    return draft.at.plus(limit(draft)).plus(limit(draft)).plus(draft.policy.grace());
  }

  /// The `notAfter` of an action that is given up at `due`.
  static Instant notAfter(Draft draft, Instant due) {
    return due.minus(limit(draft)).minus(draft.policy.grace());
  }
}
