/// How calls of an account become transactions that land once: nonces, attempts, watching.
@NullMarked
package dev.playloop.worlds.chain.lane;

import org.jspecify.annotations.NullMarked;
