package dev.playloop.worlds.chain.backend;

import dev.playloop.worlds.chain.ResourceBounds;

/// What calls would come to on the chain's present state.
public sealed interface CallPreview {
  /// @param estimate what they would take, without headroom
  record Fits(ResourceBounds estimate) implements CallPreview {}

  /// @param reason as the chain says it
  record Reverts(String reason) implements CallPreview {}
}
