/// The tools: small state machines over the view, each with a budget of frames.
@NullMarked
package dev.playloop.worlds.emerald.play;

import org.jspecify.annotations.NullMarked;
