package dev.playloop.worlds.chain.backend;

import dev.playloop.worlds.chain.node.ChainEvent;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an executed transaction came to.
///
/// @param fee what it has cost, in [ChainBackend#unit], reverted or not
/// @param events as far as their words are felts; none of a chain whose words are wider
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
