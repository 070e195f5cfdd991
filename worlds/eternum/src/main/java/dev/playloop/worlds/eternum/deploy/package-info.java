/// The game's contracts on a chain: their compiled classes, how they come there, and what a board
/// is made of.
@NullMarked
package dev.playloop.worlds.eternum.deploy;

import org.jspecify.annotations.NullMarked;
