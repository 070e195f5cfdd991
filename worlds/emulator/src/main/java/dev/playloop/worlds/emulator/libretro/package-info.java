/// The console of a libretro core, mGBA's above all, called in this process.
@NullMarked
package dev.playloop.worlds.emulator.libretro;

import org.jspecify.annotations.NullMarked;
