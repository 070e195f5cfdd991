/// What a system on one machine says of itself before its workers start, and those workers.
@NullMarked
package dev.playloop.launcher.local;

import org.jspecify.annotations.NullMarked;
