/// Which game on which chain is meant, and who may act in it.
@NullMarked
package dev.playloop.worlds.eternum.profile;

import org.jspecify.annotations.NullMarked;
