/// The society world, its pure half: tools as records, and what an actor sees.
@NullMarked
package dev.playloop.worlds.society.model;

import org.jspecify.annotations.NullMarked;
