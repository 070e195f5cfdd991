/// The kernel world, its pure half: tools as records, and what a principal sees.
@NullMarked
package dev.playloop.worlds.kernel.model;

import org.jspecify.annotations.NullMarked;
