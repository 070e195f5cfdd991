package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.Broadcast;

/// A transaction with its hash on this chain.
record Sent(Felt hash, Broadcast transaction) {}
