package dev.playloop.worlds.eternum.index;

import dev.playloop.worlds.chain.Felt;
import org.jspecify.annotations.Nullable;

/// How far an index has read, and of which chain.
///
/// @param read the newest block that was read; null: none yet
record IndexHead(Felt genesis, @Nullable Position read) {
  /// @param hash its [dev.playloop.worlds.chain.node.BlockHeader#contentHash]
  record Position(long number, Felt hash) {}
}
