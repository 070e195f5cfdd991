/// The emerald world, pure: a game on mGBA, its tools and what an agent sees of it.
@NullMarked
package dev.playloop.worlds.emerald.model;

import org.jspecify.annotations.NullMarked;
