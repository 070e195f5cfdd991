/// What tells a supervisor how a process is.
@NullMarked
package dev.playloop.kit.health;

import org.jspecify.annotations.NullMarked;
