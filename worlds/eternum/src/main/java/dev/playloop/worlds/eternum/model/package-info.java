/// The eternum world, its pure half: tools as records, and what an account sees.
@NullMarked
package dev.playloop.worlds.eternum.model;

import org.jspecify.annotations.NullMarked;
