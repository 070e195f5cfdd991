package dev.playloop.worlds.chain.node;

import dev.playloop.worlds.chain.Felt;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an executed transaction came to.
///
/// @param fee what was paid, in FRI; a reverted one pays, too
/// @param blockNumber null while it is in no block
public record Receipt(
    Felt hash,
    TransactionStatus status,
    BigInteger fee,
    @Nullable Long blockNumber,
    @Nullable Felt blockHash,
    List<ChainEvent> events) {
  public Receipt {
    events = List.copyOf(events);
  }
}
