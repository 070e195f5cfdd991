package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.BlockContext;
import dev.playloop.worlds.chain.simulator.StateLayer;
import dev.playloop.worlds.chain.simulator.StateView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is executed and in no block yet. Its time and prices stand from its first transaction on.
/// Under the chain's lock.
final class PendingBlock {
  private final StateLayer state;
  private final Map<Felt, Executed> executed = new LinkedHashMap<>();
  private @Nullable BlockContext context;

  PendingBlock(StateView below) {
    this.state = new StateLayer(below);
  }

  StateLayer state() {
    return state;
  }

  List<Executed> executed() {
    return List.copyOf(executed.values());
  }

  /// Null while nothing is in it.
  @Nullable BlockContext context() {
    return context;
  }

  void add(BlockContext in, Executed one) {
    context = in;
    executed.put(one.hash(), one);
  }

  @Nullable Executed get(Felt hash) {
    return executed.get(hash);
  }
}
