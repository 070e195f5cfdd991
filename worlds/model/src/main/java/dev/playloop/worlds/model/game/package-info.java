/// Games that a build brings for worlds that are data: processes of their own, which join as games
/// of others do.
@NullMarked
package dev.playloop.worlds.model.game;

import org.jspecify.annotations.NullMarked;
