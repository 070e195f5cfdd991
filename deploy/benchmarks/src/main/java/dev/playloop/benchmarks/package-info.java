/// Load driver and micro-benchmarks.
@NullMarked
package dev.playloop.benchmarks;

import org.jspecify.annotations.NullMarked;
