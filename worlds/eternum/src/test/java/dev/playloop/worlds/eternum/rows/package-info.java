/// The rows beside the contracts, played on any chain that runs the game.
@NullMarked
package dev.playloop.worlds.eternum.rows;

import org.jspecify.annotations.NullMarked;
