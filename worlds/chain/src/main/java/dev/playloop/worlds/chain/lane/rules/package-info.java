/// What follows from what is seen of a transaction: pure functions.
@NullMarked
package dev.playloop.worlds.chain.lane.rules;

import org.jspecify.annotations.NullMarked;
