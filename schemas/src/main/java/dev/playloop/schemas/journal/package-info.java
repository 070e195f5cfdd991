/// What audits stand on: the journal's entries, signed checkpoints, and the keys that seal entries.
@NullMarked
package dev.playloop.schemas.journal;

import org.jspecify.annotations.NullMarked;
