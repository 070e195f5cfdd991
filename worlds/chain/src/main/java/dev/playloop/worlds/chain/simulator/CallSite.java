package dev.playloop.worlds.chain.simulator;

import dev.playloop.worlds.chain.Felt;

/// Who calls what.
///
/// @param classHash of the contract; zero where none is there
public record CallSite(Felt caller, Felt contract, Felt classHash, Felt selector) {}
