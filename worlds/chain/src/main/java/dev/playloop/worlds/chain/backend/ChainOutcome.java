package dev.playloop.worlds.chain.backend;

import dev.playloop.worlds.chain.node.ChainEvent;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an executed transaction came to.
///
/// @param fee what it has cost, in FRI, reverted or not
/// @param block null while it is in none
public record ChainOutcome(
    String hash,
    boolean reverted,
    BigInteger fee,
    @Nullable BlockMark block,
    List<ChainEvent> events) {
  public ChainOutcome {
    events = List.copyOf(events);
  }
}
