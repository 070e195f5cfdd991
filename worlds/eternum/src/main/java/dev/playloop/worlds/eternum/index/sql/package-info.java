/// Lets strangers ask the index by SQL: one statement that only reads, within bounds.
@NullMarked
package dev.playloop.worlds.eternum.index.sql;

import org.jspecify.annotations.NullMarked;
