/// The game's contracts in Java, for the simulated chain: the very rules of the Cairo contracts,
/// system by system.
@NullMarked
package dev.playloop.worlds.eternum.rules;

import org.jspecify.annotations.NullMarked;
