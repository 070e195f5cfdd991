/// The system that is disturbed: broker, database, game, model and workers, each a process behind a
/// line that can be cut.
@NullMarked
package dev.playloop.chaos.system;

import org.jspecify.annotations.NullMarked;
