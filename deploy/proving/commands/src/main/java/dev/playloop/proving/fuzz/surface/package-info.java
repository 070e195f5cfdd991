/// The edges of the system, and how each is sent its input.
@NullMarked
package dev.playloop.proving.fuzz.surface;

import org.jspecify.annotations.NullMarked;
