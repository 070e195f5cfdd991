package dev.playloop.worlds.chain.node;

import java.util.Locale;

/// Which state a question is about.
public enum BlockTag {
  /// With what is executed and in no block yet.
  PRE_CONFIRMED,
  /// The newest block.
  LATEST,
  /// The newest block that is proved on L1.
  L1_ACCEPTED;

  /// As the node's RPC names it.
  public String tag() {
    return name().toLowerCase(Locale.ROOT);
  }
}
