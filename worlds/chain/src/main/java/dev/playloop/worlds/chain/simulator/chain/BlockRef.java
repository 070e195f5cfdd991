package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.BlockTag;

/// Which block a question is about.
public sealed interface BlockRef {
  BlockRef LATEST = new Tagged(BlockTag.LATEST);
  BlockRef PRE_CONFIRMED = new Tagged(BlockTag.PRE_CONFIRMED);

  record Numbered(long number) implements BlockRef {}

  record Hashed(Felt hash) implements BlockRef {}

  record Tagged(BlockTag tag) implements BlockRef {}
}
