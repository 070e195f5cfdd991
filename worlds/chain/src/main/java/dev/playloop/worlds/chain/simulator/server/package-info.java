/// A simulated chain behind Starknet's JSON-RPC, on this machine only.
@NullMarked
package dev.playloop.worlds.chain.simulator.server;

import org.jspecify.annotations.NullMarked;
