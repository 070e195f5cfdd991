/// Where things are.
@NullMarked
package dev.playloop.schemas.space;

import org.jspecify.annotations.NullMarked;
