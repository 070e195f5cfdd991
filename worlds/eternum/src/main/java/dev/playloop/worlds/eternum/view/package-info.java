/// Reads what an account sees of the game from an index: few questions, however much it has.
@NullMarked
package dev.playloop.worlds.eternum.view;

import org.jspecify.annotations.NullMarked;
