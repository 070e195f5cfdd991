/// The simulated chain itself: what it lets in, what waits, its blocks, and how tests turn it.
@NullMarked
package dev.playloop.worlds.chain.simulator.chain;

import org.jspecify.annotations.NullMarked;
