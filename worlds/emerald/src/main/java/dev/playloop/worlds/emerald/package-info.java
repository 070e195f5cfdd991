/// The emerald world's acting half and its source: a game on mGBA, played through mGBA-http.
@NullMarked
package dev.playloop.worlds.emerald;

import org.jspecify.annotations.NullMarked;
