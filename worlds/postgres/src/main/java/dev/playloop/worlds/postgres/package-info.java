/// What worlds on PostgreSQL share: an embedded server, opening and migrating a database, what a
/// failure means, and the row that makes an action act once. Knows no world.
@NullMarked
package dev.playloop.worlds.postgres;

import org.jspecify.annotations.NullMarked;
