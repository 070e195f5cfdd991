/// The chain, the game and the index that one machine starts for itself.
@NullMarked
package dev.playloop.worlds.eternum.server;

import org.jspecify.annotations.NullMarked;
