/// The all-in-one launcher and the `playloop` command.
@NullMarked
package dev.playloop.launcher;

import org.jspecify.annotations.NullMarked;
