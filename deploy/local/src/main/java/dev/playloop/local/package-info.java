/// The all-in-one launcher and the `playloop` command.
@NullMarked
package dev.playloop.local;

import org.jspecify.annotations.NullMarked;
