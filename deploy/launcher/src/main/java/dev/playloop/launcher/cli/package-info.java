/// The `playloop` command: one small class for each subcommand.
@NullMarked
package dev.playloop.launcher.cli;

import org.jspecify.annotations.NullMarked;
