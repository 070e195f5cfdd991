/// A chain of our own for machines without a node, openly labelled: what it runs are contracts in
/// Java.
@NullMarked
package dev.playloop.worlds.chain.simulator;

import org.jspecify.annotations.NullMarked;
