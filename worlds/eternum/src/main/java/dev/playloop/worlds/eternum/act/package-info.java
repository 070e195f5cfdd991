/// How agents act in the game: their actions as transactions, and what they look at.
@NullMarked
package dev.playloop.worlds.eternum.act;

import org.jspecify.annotations.NullMarked;
