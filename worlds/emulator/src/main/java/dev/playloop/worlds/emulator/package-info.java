/// An emulator in a process of its own, which serves the API of mGBA-http.
@NullMarked
package dev.playloop.worlds.emulator;

import org.jspecify.annotations.NullMarked;
