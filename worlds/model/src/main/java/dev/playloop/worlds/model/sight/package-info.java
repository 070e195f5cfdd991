/// What of a scene finds room in a view.
@NullMarked
package dev.playloop.worlds.model.sight;

import org.jspecify.annotations.NullMarked;
