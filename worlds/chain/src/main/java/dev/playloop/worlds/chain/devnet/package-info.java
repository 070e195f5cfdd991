/// A starknet-devnet: a real Starknet node for one machine, as a process of ours, and what only it
/// can be told.
@NullMarked
package dev.playloop.worlds.chain.devnet;

import org.jspecify.annotations.NullMarked;
