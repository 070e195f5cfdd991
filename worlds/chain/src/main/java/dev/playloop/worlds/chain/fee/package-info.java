/// What transactions may cost: caps, what is reserved and spent, and what an account has left.
@NullMarked
package dev.playloop.worlds.chain.fee;

import org.jspecify.annotations.NullMarked;
