/// What the things cost that worlds stand on: the sandbox, the emulator, the database of the
/// kernel, the check of what a declared tool is called with.
@NullMarked
package dev.playloop.benchmarks.world;

import org.jspecify.annotations.NullMarked;
