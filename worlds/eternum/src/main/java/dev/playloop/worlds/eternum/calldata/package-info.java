/// From an action to the calls of its transaction. Pure.
@NullMarked
package dev.playloop.worlds.eternum.calldata;

import org.jspecify.annotations.NullMarked;
