package dev.playloop.worlds.chain.node;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a transaction would come to on the state that was asked for, without effect.
///
/// @param reason why it would be reverted, as the node says it; null where it would not
/// @param events what its calls would emit, in their order
public record Simulation(FeeEstimate fee, @Nullable String reason, List<ChainEvent> events) {
  public Simulation {
    events = List.copyOf(events);
  }
}
