/// How the game's process is started. All that the village is, stands beside it as data and in
/// JavaScript: under `examples/village` what agents do and see, under `village/game` the game.
@NullMarked
package dev.playloop.worlds.village;

import org.jspecify.annotations.NullMarked;
