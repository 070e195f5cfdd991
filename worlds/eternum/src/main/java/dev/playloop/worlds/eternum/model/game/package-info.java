/// The words of the game: its enums as contracts number them, and as agents name them. Pure.
@NullMarked
package dev.playloop.worlds.eternum.model.game;

import org.jspecify.annotations.NullMarked;
