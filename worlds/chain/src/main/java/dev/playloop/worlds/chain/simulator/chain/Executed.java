package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.ChainEvent;
import dev.playloop.worlds.chain.simulator.Broadcast;
import dev.playloop.worlds.chain.simulator.GasUse;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A transaction that was executed.
///
/// @param reverted why it was undone; null where it was not
public record Executed(
    Felt hash,
    Broadcast transaction,
    Cost cost,
    @Nullable String reverted,
    List<ChainEvent> events) {
  public Executed {
    events = List.copyOf(events);
  }

  /// What it took and what was paid for that, in FRI.
  public record Cost(GasUse gas, BigInteger fee) {}
}
