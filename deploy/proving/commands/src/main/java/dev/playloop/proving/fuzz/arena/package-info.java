/// The running system that is fuzzed, who watches it, and what counts as a breach.
@NullMarked
package dev.playloop.proving.fuzz.arena;

import org.jspecify.annotations.NullMarked;
