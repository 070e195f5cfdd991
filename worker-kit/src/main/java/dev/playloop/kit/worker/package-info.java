/// The machinery of a worker: poll, partitions, lanes by key, calls; and of sources that have an
/// owner.
@NullMarked
package dev.playloop.kit.worker;

import org.jspecify.annotations.NullMarked;
