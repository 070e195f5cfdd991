/// Tells steps and runs as a person reads them.
@NullMarked
package dev.playloop.launcher.watch;

import org.jspecify.annotations.NullMarked;
