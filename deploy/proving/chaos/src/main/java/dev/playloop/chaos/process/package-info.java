/// Processes of our own: how they are started, signalled and ended, and the ports that stay theirs
/// while they are dead.
@NullMarked
package dev.playloop.chaos.process;

import org.jspecify.annotations.NullMarked;
