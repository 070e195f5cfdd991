package dev.playloop.benchmarks;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import java.util.concurrent.atomic.LongAdder;

/// Effects in this process, without latency: counted, not kept. Thread-safe.
class BenchActions implements WorldActions<BenchWorld.BenchTool> {
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
  public final Class<BenchWorld.BenchTool> type() {
    return BenchWorld.BenchTool.class;
  }

  @Override
  public final ActionResult look(Call<BenchWorld.BenchTool> call) {
    return call.done(BenchWorld.OUTPUT, null);
  }

  @Override
  public final ActionResult perform(Call<BenchWorld.BenchTool> call, Prepared prepared, Lease lease)
      throws InterruptedException {
    act(call.action());
    effects.increment();
    return call.done(BenchWorld.OUTPUT, null);
  }

  /// Makes the effect; nothing to do in memory.
  void act(Action action) throws InterruptedException {}

  @Override
  public final Reconciled reconcile(Call<BenchWorld.BenchTool> call, Prepared prepared) {
    return new Reconciled.Unknown("not_kept", "the bench world keeps nothing", null);
  }

  @Override
  public final ActionResult simulate(Call<BenchWorld.BenchTool> call) {
    return call.done(BenchWorld.OUTPUT, null);
  }

  @Override
  public void close() {}
}
