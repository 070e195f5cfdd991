package dev.playloop.worlds.chain.backend;

/// A block, by what tells it from others. Its hash vouches for all blocks before it.
public record BlockMark(long number, String hash) {}
