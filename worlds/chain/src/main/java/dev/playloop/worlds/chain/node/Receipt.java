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

  /// Of a transaction that is in no block yet.
  public static Receipt of(
      Felt hash, TransactionStatus status, BigInteger fee, List<ChainEvent> events) {
    return new Receipt(hash, status, fee, null, null, events);
  }

  public Receipt inBlock(long number, Felt block) {
    return new Receipt(hash, status, fee, number, block, events);
  }
}
