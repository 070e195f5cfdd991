package dev.playloop.executor;

import dev.playloop.kit.Context;
import dev.playloop.kit.Failpoint;
import dev.playloop.kit.FencedException;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.tool.Tool;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.schemas.view.Progress;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldActions.Lease;
import dev.playloop.worlds.model.WorldUnavailable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Calls of a world that need no ledger: reads, simulations, and writes of a world that remembers
/// action ids in its own transactions. An outage passes through as [WorldUnavailable].
final class DirectActions<T extends Tool> {
  private static final Logger LOG = LoggerFactory.getLogger(DirectActions.class);

  private final WorldActions<T> world;
  private final WorldGates gates;
  private final Topic<AgentId, Progress> progress;

  DirectActions(WorldActions<T> world, WorldGates gates, Topic<AgentId, Progress> progress) {
    this.world = world;
    this.gates = gates;
    this.progress = progress;
  }

  /// A read, or what a write would do. Nothing can have happened when it throws.
  ActionResult look(Call<T> call) throws InterruptedException {
    Action action = call.action();
    try {
      return gates
          .of(call.action())
          .call(() ->
              ExecutorAnswers.checked(
                  action,
                  action.mode() == Action.Mode.SIMULATE ? world.simulate(call) : world.look(call)));
    } catch (WorldUnavailable e) {
      throw e;
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      return bug(action, e);
    }
  }

  /// Performs a write. Where the world's code throws, the world is asked whether it happened.
  /// Throws [FencedException] where the lane was taken over in the midst of it: its new owner asks
  /// the world; and [Halted] where its agent was halted before it began.
  ActionResult perform(Call<T> call, Prepared prepared, Lease lease, Context<Lane> context)
      throws InterruptedException {
    Failpoint.reach("executor.before-act");
    Lease telling = new Telling(lease, call.action(), progress, context);
    try {
      return gates.of(call.action()).call(() -> acted(call, prepared, telling));
    } catch (WorldUnavailable | FencedException | Halted e) {
      throw e;
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      Action action = call.action();
      Reconciled found = reconcileOnce(call, prepared);
      return found instanceof Reconciled.NotDone
          ? bug(action, e)
          : logged(action, e, found.told(action));
    }
  }

  private ActionResult acted(Call<T> call, Prepared prepared, Lease lease)
      throws InterruptedException {
    ActionResult result = world.perform(call, prepared, lease);
    Failpoint.reach("executor.after-act");
    return ExecutorAnswers.checked(call.action(), result);
  }

  /// Asks the world what became of the write.
  Reconciled reconcile(Call<T> call, Prepared prepared) throws InterruptedException {
    try {
      return gates
          .of(call.action())
          .call(() -> ExecutorAnswers.checked(call.action(), world.reconcile(call, prepared)));
    } catch (WorldUnavailable e) {
      throw e;
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      return logged(call.action(), e, ExecutorAnswers.unknownAfter(e));
    }
  }

  /// As [#reconcile], but an outage is unknown too.
  Reconciled reconcileOnce(Call<T> call, Prepared prepared) throws InterruptedException {
    try {
      return reconcile(call, prepared);
    } catch (WorldUnavailable e) {
      return ExecutorAnswers.unknownAfter(e);
    }
  }

  private static ActionResult bug(Action action, Throwable e) {
    return logged(action, e, ExecutorAnswers.bug(action, e));
  }

  private static <A> A logged(Action action, Throwable e, A answer) {
    LOG.atError()
        .addKeyValue("agent", action.agent())
        .addKeyValue("run", action.action().run())
        .addKeyValue("turn", action.action().turn())
        .addKeyValue("tool", action.tool())
        .setCause(e)
        .log("a tool threw");
    return answer;
  }
}
