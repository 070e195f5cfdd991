package dev.playloop.worlds.chain.node;

import dev.playloop.worlds.chain.Felt;
import org.jspecify.annotations.Nullable;

/// Events of one contract in blocks from one to another, both included.
///
/// @param from the contract; null: of all
/// @param next where a page before ended, or null
/// @param size at most so many events, 1 to 1,000; a page may have fewer, and be not the last one
public record EventQuery(
    @Nullable Felt from, long fromBlock, long toBlock, @Nullable String next, int size) {}
