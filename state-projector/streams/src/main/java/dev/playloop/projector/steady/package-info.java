/// What keeps a Streams application going: records at which an `Error` strikes, threads that die,
/// partitions that stand still, stores that can't be opened.
@NullMarked
package dev.playloop.projector.steady;

import org.jspecify.annotations.NullMarked;
