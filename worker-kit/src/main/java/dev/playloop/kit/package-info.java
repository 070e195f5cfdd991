/// How a worker runs: poll, lanes, commits, failures. Knows no event type.
@NullMarked
package dev.playloop.kit;

import org.jspecify.annotations.NullMarked;
