/// From the scene of an account to what its agent sees, within a budget. Pure.
@NullMarked
package dev.playloop.worlds.eternum.model.sight;

import org.jspecify.annotations.NullMarked;
