/// The emulator from outside: mGBA-http's REST API, and time in frames. Knows no game.
@NullMarked
package dev.playloop.worlds.emerald.mgba;

import org.jspecify.annotations.NullMarked;
