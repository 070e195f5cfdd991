/// How fast people's page on a journal is.
@NullMarked
package dev.playloop.benchmarks.journal;

import org.jspecify.annotations.NullMarked;
