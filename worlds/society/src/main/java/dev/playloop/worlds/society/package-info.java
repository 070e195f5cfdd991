/// The society world on PostgreSQL.
@NullMarked
package dev.playloop.worlds.society;

import org.jspecify.annotations.NullMarked;
