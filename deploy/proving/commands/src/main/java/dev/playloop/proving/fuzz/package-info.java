/// Half-broken input for every edge of a running system, from a seed.
@NullMarked
package dev.playloop.proving.fuzz;

import org.jspecify.annotations.NullMarked;
