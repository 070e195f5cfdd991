package dev.playloop.worlds.eternum.deploy;

import dev.playloop.worlds.chain.Felt;

/// Where a contract of the game is, and the class that was found there.
public record DeployedContract(Felt address, Felt classHash) {}
