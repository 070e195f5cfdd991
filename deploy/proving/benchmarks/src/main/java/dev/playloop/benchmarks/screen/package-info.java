/// How soon a person sees what is journaled, and how soon what they say is.
@NullMarked
package dev.playloop.benchmarks.screen;

import org.jspecify.annotations.NullMarked;
