package dev.playloop.worlds.chain.node;

import org.jspecify.annotations.Nullable;

/// A node was not reached, or has answered nothing that is an answer. Whether what was asked for
/// has happened can't be told.
public final class NodeUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NodeUnavailable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
