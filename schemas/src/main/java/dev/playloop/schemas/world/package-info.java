/// Worlds that are data: what a file declares of one, as the topic `worlds` carries it.
@NullMarked
package dev.playloop.schemas.world;

import org.jspecify.annotations.NullMarked;
