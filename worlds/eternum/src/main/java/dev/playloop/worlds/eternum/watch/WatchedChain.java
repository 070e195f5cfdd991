package dev.playloop.worlds.eternum.watch;

import dev.playloop.worlds.chain.node.StarknetNode;

/// Where it is asked what became of a transaction.
///
/// @param depth how many blocks must lie behind what makes a transaction impossible, until that is
///   believed
public record WatchedChain(StarknetNode node, int depth) {}
