/// Follows the game's contract on a chain, and keeps its records as tables under the names that
/// Torii gives them.
@NullMarked
package dev.playloop.worlds.eternum.index;

import org.jspecify.annotations.NullMarked;
