/// What the things cost that worlds stand on: the sandbox, the emulator, the kernel's database.
@NullMarked
package dev.playloop.benchmarks.world;

import org.jspecify.annotations.NullMarked;
