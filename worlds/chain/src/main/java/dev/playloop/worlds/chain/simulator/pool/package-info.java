/// Which transactions a simulated chain lets in, and where they wait.
@NullMarked
package dev.playloop.worlds.chain.simulator.pool;

import org.jspecify.annotations.NullMarked;
