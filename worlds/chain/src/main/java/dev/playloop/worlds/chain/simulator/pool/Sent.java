package dev.playloop.worlds.chain.simulator.pool;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.Broadcast;

/// A transaction with its hash on this chain.
public record Sent(Felt hash, Broadcast transaction) {}
