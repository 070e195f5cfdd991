/// The crash suite: whole systems as real processes, faults from a seed, and a checker that counts.
@NullMarked
package dev.playloop.chaos;

import org.jspecify.annotations.NullMarked;
