package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.BlockContext;
import dev.playloop.worlds.chain.simulator.pool.Sent;
import java.util.List;

/// A line of a chain's folder.
sealed interface KeptBlock {
  /// A block, by what it takes to make it again, and the hash that must come out.
  record Closed(Felt hash, BlockContext context, List<Sent> transactions) implements KeptBlock {
    public Closed {
      transactions = List.copyOf(transactions);
    }
  }

  /// All blocks from this one on were taken back.
  record Aborted(long from) implements KeptBlock {}
}
