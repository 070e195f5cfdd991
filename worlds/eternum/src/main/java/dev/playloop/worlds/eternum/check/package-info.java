/// What an example's expectations ask of the chain itself, past every index and cache.
@NullMarked
package dev.playloop.worlds.eternum.check;

import org.jspecify.annotations.NullMarked;
