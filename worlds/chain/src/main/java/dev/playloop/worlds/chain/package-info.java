/// What a chain is to those who act on it: its numbers, calls and transactions.
@NullMarked
package dev.playloop.worlds.chain;

import org.jspecify.annotations.NullMarked;
