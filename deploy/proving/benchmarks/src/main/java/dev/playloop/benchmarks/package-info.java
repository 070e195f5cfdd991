/// The load driver, and micro-benchmarks of the hot paths. See the README beside the pom.
@NullMarked
package dev.playloop.benchmarks;

import org.jspecify.annotations.NullMarked;
