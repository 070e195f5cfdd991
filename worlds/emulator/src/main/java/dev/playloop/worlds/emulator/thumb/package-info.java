/// The console in Java: its processor, and the bus to its memory.
@NullMarked
package dev.playloop.worlds.emulator.thumb;

import org.jspecify.annotations.NullMarked;
