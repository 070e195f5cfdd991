/// What the game's memory means: addresses by game, and one consistent view decoded from bytes.
@NullMarked
package dev.playloop.worlds.emerald.game;

import org.jspecify.annotations.NullMarked;
