/// The page itself: files that were built before, and lie in the jar.
@NullMarked
package dev.playloop.console.page;

import org.jspecify.annotations.NullMarked;
