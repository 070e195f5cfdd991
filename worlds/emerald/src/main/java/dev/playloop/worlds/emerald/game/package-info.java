/// What is seen of a game at one moment: the field, a battle, the bag, the party, the terrain.
@NullMarked
package dev.playloop.worlds.emerald.game;

import org.jspecify.annotations.NullMarked;
