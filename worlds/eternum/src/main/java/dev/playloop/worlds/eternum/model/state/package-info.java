/// What an account sees of the game, as its watcher puts it and the perspective reads it. Pure.
@NullMarked
package dev.playloop.worlds.eternum.model.state;

import org.jspecify.annotations.NullMarked;
