package dev.playloop.benchmarks;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.worlds.model.WorldActions;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Effects in this process, without latency: counted, not kept. Thread-safe.
class BenchActions implements WorldActions {
  private final LongAdder effects = new LongAdder();

  /// How many effects there were.
  final long effects() {
    return effects.sum();
  }

  @Override
  public final Safety safety() {
    return Safety.TRANSACTIONAL;
  }

  @Override
  public final ActionResult perform(Action action) throws InterruptedException {
    act(action);
    effects.increment();
    return ActionResult.done(action.action(), action.agent(), BenchWorld.OUTPUT, null);
  }

  /// Makes the effect; nothing to do in memory.
  void act(Action action) throws InterruptedException {}

  @Override
  public final ActionResult reconcile(Action action, @Nullable JsonNode preState) {
    return ActionResult.failed(
        action.action(),
        action.agent(),
        Status.UNKNOWN,
        new ActionError("not_kept", "the bench world keeps nothing", null, false));
  }

  @Override
  public final ActionResult simulate(Action action) {
    return ActionResult.done(action.action(), action.agent(), BenchWorld.OUTPUT, null);
  }

  @Override
  public void close() {}
}
