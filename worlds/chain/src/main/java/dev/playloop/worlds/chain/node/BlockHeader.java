package dev.playloop.worlds.chain.node;

import dev.playloop.worlds.chain.Felt;
import java.time.Instant;

/// A block of the chain.
public record BlockHeader(long number, Felt hash, Felt parent, Instant at) {}
