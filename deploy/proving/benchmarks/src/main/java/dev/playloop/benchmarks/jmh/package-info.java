/// Micro-benchmarks of the hot paths, by JMH.
@NullMarked
package dev.playloop.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
