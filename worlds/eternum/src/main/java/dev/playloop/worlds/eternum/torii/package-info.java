/// Asks a Torii for rows of the game by SQL.
@NullMarked
package dev.playloop.worlds.eternum.torii;

import org.jspecify.annotations.NullMarked;
