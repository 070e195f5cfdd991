/// Watches games from outside, and tells what changed as world events.
@NullMarked
package dev.playloop.worlds.emerald.watch;

import org.jspecify.annotations.NullMarked;
