package dev.playloop.worlds.eternum.torii;

import dev.playloop.worlds.chain.Felt;

/// The newest block that a Torii has read.
///
/// @param hash changes with the block and all that is in it; it is not the chain's own
/// @param timestamp in seconds since 1970, by the chain's clock
public record ToriiHead(long block, Felt hash, long timestamp) {}
