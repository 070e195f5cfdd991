/// Ids, one record each. They are derived from what they name, never random.
@NullMarked
package dev.playloop.schemas.id;

import org.jspecify.annotations.NullMarked;
