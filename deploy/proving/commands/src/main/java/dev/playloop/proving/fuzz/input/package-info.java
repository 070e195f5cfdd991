/// Half-broken input, made from a seed: what is broken how, and what was found before.
@NullMarked
package dev.playloop.proving.fuzz.input;

import org.jspecify.annotations.NullMarked;
