/// Actions into results, against a world.
@NullMarked
package dev.playloop.executor;

import org.jspecify.annotations.NullMarked;
