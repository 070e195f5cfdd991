/// How a game is read from the console's memory: where each known game keeps its things, and what
/// the bytes say.
@NullMarked
package dev.playloop.worlds.emerald.memory;

import org.jspecify.annotations.NullMarked;
