/// What the page asks and says, path by path.
@NullMarked
package dev.playloop.console.api;

import org.jspecify.annotations.NullMarked;
