/// The system that is disturbed: brokers, database, game, model and workers, each a process behind
/// lines that can be cut.
@NullMarked
package dev.playloop.chaos.system;

import org.jspecify.annotations.NullMarked;
