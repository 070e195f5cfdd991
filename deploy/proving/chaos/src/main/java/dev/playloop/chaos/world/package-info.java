/// What agents do while things break: a world whose every effect is written down, and the deeds in
/// the others.
@NullMarked
package dev.playloop.chaos.world;

import org.jspecify.annotations.NullMarked;
