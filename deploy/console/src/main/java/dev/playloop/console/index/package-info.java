/// What a console knows of a journal without reading it again: ids, kinds, times, costs and places,
/// never a payload.
@NullMarked
package dev.playloop.console.index;

import org.jspecify.annotations.NullMarked;
