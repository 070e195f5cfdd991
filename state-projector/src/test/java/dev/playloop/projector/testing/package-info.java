/// A small world and records for the projector's tests.
@NullMarked
package dev.playloop.projector.testing;

import org.jspecify.annotations.NullMarked;
