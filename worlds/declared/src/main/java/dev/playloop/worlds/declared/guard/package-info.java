/// Who looks at what agents say to players, before they read it.
@NullMarked
package dev.playloop.worlds.declared.guard;

import org.jspecify.annotations.NullMarked;
