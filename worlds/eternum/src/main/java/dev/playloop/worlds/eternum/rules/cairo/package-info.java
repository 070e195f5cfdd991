/// Cairo's values in Java: what calldata may hold, numbers that do not wrap, and how a contract
/// panics.
@NullMarked
package dev.playloop.worlds.eternum.rules.cairo;

import org.jspecify.annotations.NullMarked;
