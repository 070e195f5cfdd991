/// What is near in space: how far, in which direction, and in words. Pure, and the same for every
/// world whose entities have places.
@NullMarked
package dev.playloop.worlds.model.space;

import org.jspecify.annotations.NullMarked;
