/// What is shown of worlds and of what agents do in them, beside the events that lead to it.
@NullMarked
package dev.playloop.schemas.view;

import org.jspecify.annotations.NullMarked;
