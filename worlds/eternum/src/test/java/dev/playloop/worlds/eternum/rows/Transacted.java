package dev.playloop.worlds.eternum.rows;

import dev.playloop.worlds.chain.node.ChainEvent;
import java.util.List;

/// What came of a transaction that a row plays.
public sealed interface Transacted {
  /// It is in a block.
  record Landed(List<ChainEvent> events) implements Transacted {
    public Landed {
      events = List.copyOf(events);
    }
  }

  /// All of it is undone.
  ///
  /// @param text holds the contract's refusal
  record Undone(String text) implements Transacted {}
}
