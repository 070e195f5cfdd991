/// Who gets in to a console, as whom, and for how long.
@NullMarked
package dev.playloop.console.door;

import org.jspecify.annotations.NullMarked;
