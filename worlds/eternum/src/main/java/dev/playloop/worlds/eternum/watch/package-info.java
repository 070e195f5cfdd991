/// Tells what an index of the game shows to the loop: what accounts see, and what happened to them.
@NullMarked
package dev.playloop.worlds.eternum.watch;

import org.jspecify.annotations.NullMarked;
