/// A role alone in a process: how it waits for its cluster, tells its health, and ends.
@NullMarked
package dev.playloop.launcher.role;

import org.jspecify.annotations.NullMarked;
