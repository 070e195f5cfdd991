/// The world's own server: an emulator in a process beside the workers, and which agent plays on
/// which one.
@NullMarked
package dev.playloop.worlds.emerald.server;

import org.jspecify.annotations.NullMarked;
