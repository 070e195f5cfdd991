/// What the journal holds of one player, for a player who asks.
@NullMarked
package dev.playloop.audit.subject;

import org.jspecify.annotations.NullMarked;
