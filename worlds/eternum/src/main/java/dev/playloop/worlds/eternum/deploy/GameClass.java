package dev.playloop.worlds.eternum.deploy;

import dev.playloop.worlds.chain.Felt;

/// A compiled contract of the game, as `classes.json` lists it.
///
/// @param name of its contract in the world's directory
/// @param compiledClassHash BLAKE2s of what its CASM compiles to, which a declaration vouches for
record GameClass(String name, Felt classHash, Felt compiledClassHash) {}
