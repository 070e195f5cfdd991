package dev.playloop.worlds.chain.node;

import dev.playloop.worlds.chain.Felt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Events in the order of the chain.
///
/// @param next where the next page begins; null: this is the last one
public record EventPage(List<Placed> events, @Nullable String next) {
  public EventPage {
    events = List.copyOf(events);
  }

  /// @param blockNumber null while its transaction is in no block
  public record Placed(
      ChainEvent event, Felt transaction, @Nullable Long blockNumber, @Nullable Felt blockHash) {}
}
