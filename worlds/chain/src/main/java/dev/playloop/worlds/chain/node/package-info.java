/// A Starknet node as a port: what is asked of it, and what it answers.
@NullMarked
package dev.playloop.worlds.chain.node;

import org.jspecify.annotations.NullMarked;
