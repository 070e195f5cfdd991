/// The ports of a world. Pure: no I/O and no thread, so that the loop and the reasoner may see
/// them.
@NullMarked
package dev.playloop.worlds.model;

import org.jspecify.annotations.NullMarked;
