/// What several systems share: a game as a call sees it, its map, what its entities hold and its
/// troops.
@NullMarked
package dev.playloop.worlds.eternum.rules.board;

import org.jspecify.annotations.NullMarked;
