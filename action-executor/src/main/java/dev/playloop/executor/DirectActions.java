package dev.playloop.executor;

import dev.playloop.kit.Failpoint;
import dev.playloop.kit.FencedException;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldActions.Lease;
import dev.playloop.worlds.model.WorldUnavailable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// Calls of a world that need no ledger: reads, simulations, and writes of a world that remembers
/// action ids in its own transactions. An outage passes through as [WorldUnavailable].
final class DirectActions {
  private static final Logger LOG = LoggerFactory.getLogger(DirectActions.class);

  private final WorldActions world;
  private final WorldGate gate;

  DirectActions(WorldActions world, WorldGate gate) {
    this.world = world;
    this.gate = gate;
  }

  /// A read, or what a write would do. Nothing can have happened when it throws.
  ActionResult look(Action action) throws InterruptedException {
    try {
      return gate.call(() ->
          Answers.checked(
              action,
              action.mode() == Action.Mode.SIMULATE
                  ? world.simulate(action)
                  : world.perform(action)));
    } catch (WorldUnavailable e) {
      throw e;
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      return bug(action, e);
    }
  }

  /// Performs a write. Where the world's code throws, the world is asked whether it happened.
  /// Throws [FencedException] where the lane was taken over in the midst of it: its new owner asks
  /// the world; and [Halted] where its agent was halted before it began.
  ActionResult perform(Action action, @Nullable JsonNode preState, Lease lease)
      throws InterruptedException {
    Failpoint.reach("executor.before-act");
    try {
      return gate.call(() -> acted(action, lease));
    } catch (WorldUnavailable | FencedException | Halted e) {
      throw e;
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      ActionResult found = reconcileOnce(action, preState);
      return found.status() == Status.FAILED ? bug(action, e) : logged(action, e, found);
    }
  }

  private ActionResult acted(Action action, Lease lease) throws InterruptedException {
    ActionResult result = world.perform(action, lease);
    Failpoint.reach("executor.after-act");
    return Answers.checked(action, result);
  }

  /// Asks the world whether the action has happened: DONE (or the world's refusal), FAILED where it
  /// has not, UNKNOWN where that can't be told.
  ActionResult reconcile(Action action, @Nullable JsonNode preState) throws InterruptedException {
    try {
      return gate.call(() -> Answers.checked(action, world.reconcile(action, preState)));
    } catch (WorldUnavailable e) {
      throw e;
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      return logged(action, e, Answers.unknownAfter(action, e));
    }
  }

  /// As [#reconcile], but an outage is UNKNOWN too.
  ActionResult reconcileOnce(Action action, @Nullable JsonNode preState)
      throws InterruptedException {
    try {
      return reconcile(action, preState);
    } catch (WorldUnavailable e) {
      return Answers.unknownAfter(action, e);
    }
  }

  private static ActionResult bug(Action action, Throwable e) {
    return logged(action, e, Answers.bug(action, e));
  }

  private static ActionResult logged(Action action, Throwable e, ActionResult result) {
    LOG.atError()
        .addKeyValue("agent", action.agent())
        .addKeyValue("run", action.action().run())
        .addKeyValue("turn", action.action().turn())
        .addKeyValue("tool", action.tool())
        .setCause(e)
        .log("a tool threw");
    return result;
  }
}
