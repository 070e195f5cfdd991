/// What a console is to those who run it: its memory, keys and screen, and its cartridges.
@NullMarked
package dev.playloop.worlds.emulator.machine;

import org.jspecify.annotations.NullMarked;
