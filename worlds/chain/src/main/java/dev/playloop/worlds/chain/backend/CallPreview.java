package dev.playloop.worlds.chain.backend;

import dev.playloop.worlds.chain.ResourceBounds;
import dev.playloop.worlds.chain.node.ChainEvent;
import java.util.List;

/// What calls would come to on the chain's present state.
public sealed interface CallPreview {
  /// @param estimate what they would take, without headroom
  /// @param events what they would emit, as far as the chain tells that beforehand
  record Fits(ResourceBounds estimate, List<ChainEvent> events) implements CallPreview {
    public Fits {
      events = List.copyOf(events);
    }

    /// On a chain that tells no events beforehand.
    public Fits(ResourceBounds estimate) {
      this(estimate, List.of());
    }
  }

  /// @param reason as the chain says it
  record Reverts(String reason) implements CallPreview {}
}
